// What happened: since one last looked, step by step on the board; and the whole log with its links.

import type { Api } from "./api";
import { button, el, kept, typed } from "./dom";
import type { Places } from "./places";
import type { Moment, Table } from "./types";
import { words } from "./words";

const LINES = 400;

/** Whether a line of the log is what somebody says. */
const isTalk = (line: string): boolean => / says: /.test(line);

export class Chronicle {
  readonly news = el("section", { class: "news", "aria-label": words.since });
  readonly log = el("ol", { class: "log" });
  readonly said = el("ol", { class: "log" });
  private since: number;
  private own: string[] = [];
  private moments: Moment[] = [];
  private place = 0;
  private timer = 0;
  /** Since when what is played is new. */
  private heading: string = words.since;
  private shown = 0;
  private told: string[] = [];
  /** Whether what is new stands open. */
  private open = true;
  /** A moment is shown in the place of the present; none leads back. */
  onmoment: (moment: Moment | undefined) => void = () => {};
  onhex: (hex: number) => void = () => {};
  oncase: (number: string) => void = () => {};
  private readonly names: RegExp;
  private readonly units = new Map<string, number>();
  onunit: (unit: number) => void = () => {};

  constructor(private readonly api: Api, private readonly places: Places, private readonly name: string, table: Table) {
    this.since = this.firstNew(table);
    places.file.units.forEach(([unit], id) => { if (unit.length > 2 && !this.units.has(unit)) this.units.set(unit, id); });
    const escaped = [...this.units.keys()].sort((a, b) => b.length - a.length).map((unit) => unit.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    this.names = new RegExp(`(\\[(?:[^\\]\\s]*\\d[^\\]]*|[A-Z]+\\.[A-Z]+[a-z]?)\\]|(?<![\\p{L}\\d/])(?:${escaped.join("|") || "$^"})(?![\\p{L}\\d/])|(?<![\\p{L}\\d/.])(?:${places.shapes.join("|") || "$^"})(?![\\d/]))`, "gu");
  }

  /** The first line that is new: since his own last order to a player, whatever this browser has kept; to an onlooker since he last looked. */
  private firstNew({ log, latest, missed, side }: Table): number {
    const known = side ? log.length - missed : (kept.number(`${this.name} seen`) ?? log.length - latest.length);
    return Math.max(0, Math.min(known, log.length));
  }

  /** A sentence with links to hexes, units and cases, and with buttons for its orders if somebody takes them. */
  line(text: string, onorder?: (line: string) => void): Node[] {
    // what is to be typed stands between backticks
    const parts = text.split("`");
    if (parts.length % 2 === 0) return this.linked(text);
    return parts.flatMap((part, at) => (at % 2 ? [typed(part, onorder)] : this.linked(part)));
  }

  private linked(text: string): Node[] {
    return text.split(this.names).map((part, at) => {
      if (at % 2 === 0) return document.createTextNode(part);
      const number = part.replace(/[[\]]/g, "").split(/[ ,;]/)[0] ?? "";
      if (part.startsWith("[")) return button(part, () => this.oncase(number), { class: "link case" });
      const hex = this.places.find(part);
      if (hex !== undefined) return button(part, () => this.onhex(hex), { class: "link" });
      const unit = this.units.get(part);
      return unit === undefined ? document.createTextNode(part) : button(part, () => this.onunit(unit), { class: "link" });
    });
  }

  show(table: Table): void {
    const grown = table.log.length >= this.told.length && this.told.every((line, at) => table.log[at] === line);
    if (!grown) {
      this.log.replaceChildren();
      this.said.replaceChildren();
      this.told = [];
      this.since = Math.min(this.since, table.log.length);
    }
    if (table.side) this.reach(table);
    const first = this.told.length === 0 ? Math.max(0, table.log.length - LINES) : this.told.length;
    // where a turn begins is seen
    const bare = (line: string) => line.replace(/^— | —$|\.$/g, "");
    const turns = new Set(table.turns.map(([turn, date]) => [words.turn(turn), date].filter(Boolean).join(", ")));
    // the newest stands at the top, in view
    for (const line of table.log.slice(first)) (isTalk(line) ? this.said : this.log).prepend(el("li", turns.has(bare(line)) ? { class: "turn" } : {}, ...this.line(line)));
    this.told = table.log;
    this.tell(table);
    if (!document.hidden && !table.side) kept.set(`${this.name} seen`, table.log.length);
  }

  /** What is new begins with the last order of one's own, wherever that was given. */
  private reach(table: Table): void {
    const first = this.firstNew(table);
    for (; this.since < first; this.since++) {
      const at = this.own.indexOf(table.log[this.since] ?? "");
      if (at >= 0) this.own.splice(at, 1);
    }
    this.since = first;
  }

  /** Lines of talk that have not been read yet; none are left where it lies open. */
  unread(table: Table, open: boolean): number {
    const said = table.log.filter(isTalk).length;
    const read = Math.min(kept.number(`${this.name} talk`) ?? 0, said);
    if (!open || document.hidden) return said - read;
    kept.set(`${this.name} talk`, said);
    return 0;
  }

  /** What is new is settled: the visitor has given orders since, and knows of the lines that came of them. */
  settle(before: Table, own: string[], now: Table): void {
    if (own.length) [this.since, this.own] = [before.log.length, [...own]];
    this.tell(now);
  }

  /** Lines since one last looked that did not come of one's own orders. */
  fresh(table: Table): string[] {
    const told = [...this.own];
    return table.log.slice(this.since).filter((line) => {
      const at = told.indexOf(line);
      if (at >= 0) told.splice(at, 1);
      return at < 0;
    });
  }

  private tell(table: Table): void {
    const lines = this.fresh(table);
    const shown = lines.length ? lines : table.latest;
    if (this.moments.length) return;
    this.shown = Math.max(lines.length ? table.log.length - this.since : shown.length, 1);
    this.news.hidden = shown.length === 0;
    this.news.classList.toggle("known", lines.length === 0);
    const all = el("details", { open: this.open, ontoggle: () => { this.open = all.open; } },
      el("summary", {}, el("h2", {}, lines.length ? heading(table) : words.latest, el("small", {}, ` ${words.lines(shown.length)}`))),
      el("div", { class: "player" }, button(`▶ ${words.play}`, () => void this.play(true, table), { class: "second" }), button(words.step, () => void this.play(false, table), { class: "second" })),
      this.list(shown));
    this.news.replaceChildren(all);
  }

  private list(lines: string[], props: Record<string, string> = {}): HTMLElement {
    return el("ul", props, ...lines.map((line) => el("li", {}, ...this.line(line))));
  }

  private async play(on: boolean, table: Table): Promise<void> {
    this.heading = heading(table);
    this.moments = await this.api.story(this.shown).catch(() => []);
    if (this.moments.length === 0) return;
    this.place = Math.min(1, this.moments.length - 1);
    this.onmoment(this.moments[0]);
    this.stand();
    if (on) this.timer = window.setInterval(() => this.step(1), 1600);
  }

  private step(by: number): void {
    const to = this.place + by;
    if (to >= this.moments.length) return this.pause();
    this.place = Math.max(0, to);
    this.stand();
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = 0;
    if (this.moments.length) this.stand();
  }

  /** Back to the present. */
  leave(table: Table): void {
    clearInterval(this.timer);
    [this.timer, this.moments] = [0, []];
    this.onmoment(undefined);
    this.tell(table);
  }

  get inPast(): boolean {
    return this.moments.length > 0;
  }

  onleave: () => void = () => {};

  private stand(): void {
    const moment = this.moments[this.place];
    if (!moment) return;
    this.onmoment(moment);
    const focus = this.news.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["key"] : undefined;
    const key = (name: string) => ({ "data-key": name, class: "second" });
    this.news.replaceChildren(
      el("h2", {}, this.heading, el("small", {}, ` ${words.moment(this.place, this.moments.length - 1)}`)),
      el("div", { class: "player" },
        button("◀", () => { this.pause(); this.step(-1); }, { ...key("back"), "aria-label": words.stepBack }),
        button("▶", () => { const at = this.place; this.pause(); if (at < this.moments.length - 1) this.step(1); }, { ...key("on"), "aria-label": words.step }),
        this.timer ? button(words.pause, () => this.pause(), key("play")) : null,
        button(words.toNow, () => this.onleave(), { "data-key": "now", class: "main" })),
      el("p", { class: "quiet" }, moment.scene.caption),
      this.list(moment.lines, { "aria-live": "polite" }),
      moment.dice.length ? el("p", { class: "dice" }, `⚄ ${moment.dice.join(" · ")}`) : "",
    );
    if (focus) this.news.querySelector<HTMLElement>(`[data-key="${focus}"]`)?.focus();
  }
}

/** What is called new. */
function heading(table: Table): string {
  if (!table.side) return words.since;
  return table.missed >= table.log.length ? words.soFar : words.sinceOrder;
}
