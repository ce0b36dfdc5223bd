// What is one click away: log, talk, aids, what lies beside the map, typing, and the rest.

import type { Api } from "./api";
import type { Chronicle } from "./chronicle";
import { counterButton } from "./chooser";
import { NARROW, button, el, prose } from "./dom";
import type { Alarm } from "./alarm";
import type { Faces } from "./faces";
import { nameOf, type Lit } from "./lit";
import type { Panel } from "./panel";
import type { Aids, Piece, Scene, Table, Thing } from "./types";
import { words } from "./words";

const NAMES = ["log", "talk", "trays", "aids", "typing", "more"] as const;
type Name = (typeof NAMES)[number];

export class Tabs {
  readonly root = el("section", { class: "tabs" });
  private readonly list = el("div", { role: "tablist", "aria-label": words.more });
  private readonly body = el("div", { role: "tabpanel", tabindex: "0", id: "tab" });
  private open: Name = "log";
  private aids: Aids | undefined;
  private table: Table;
  private scene: Scene;
  private lit: Lit | undefined;
  private column: string | undefined;
  /** How the game stands, as far as it was asked for since something changed. */
  private stands: string[] | undefined;
  onthing: (thing: Thing, piece?: Piece) => void = () => {};

  constructor(private readonly api: Api, table: Table, private readonly chronicle: Chronicle, private readonly panel: Panel, private readonly faces: Faces, private readonly alarm: Alarm) {
    this.table = table;
    this.scene = table.scene;
    for (const name of NAMES) {
      this.list.append(button(words[name], () => { this.show(name); if (matchMedia(NARROW).matches) this.root.scrollIntoView({ block: "start" }); }, { role: "tab", id: `tab-${name}`, "aria-controls": "tab", "aria-selected": "false" }));
    }
    this.list.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!by) return;
      this.show(NAMES[(NAMES.indexOf(this.open) + by + NAMES.length) % NAMES.length] ?? "log");
      this.list.querySelector<HTMLElement>(`#tab-${this.open}`)?.focus();
    });
    this.root.append(this.list, this.body);
    this.show("log");
  }

  update(table: Table, scene: Scene, lit: Lit, column: string | undefined): void {
    [this.table, this.lit, this.column] = [table, lit, column];
    const other = scene !== this.scene;
    if (other) this.stands = undefined;
    this.scene = scene;
    if (this.open === "trays" || (this.open === "aids" && (column || other)) || (this.open === "more" && other)) this.show(this.open);
  }

  show(name: Name): void {
    this.open = name;
    this.root.classList.toggle("looked", name !== "log");
    for (const tab of this.list.children) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    const made = { log: () => this.chronicle.log, talk: () => this.talk(), trays: () => this.trays(), aids: () => this.look(), typing: () => this.panel.typing.tab(), more: () => this.more() }[name]();
    this.body.replaceChildren(made);
  }

  private talk(): HTMLElement {
    const say = el("input", { id: "say", maxlength: 2000, autocomplete: "off" });
    const form = el("form", { onsubmit: (event: Event) => {
      event.preventDefault();
      if (say.value.trim()) void this.panel.say([], say.value.trim()).then(() => { say.value = ""; });
    } }, el("label", { for: "say" }, words.say), say, el("button", { class: "second" }, words.saySend));
    return el("div", {}, this.table.side ? form : "", this.chronicle.said);
  }

  /** Boxes, piles, tracks and supports. */
  private trays(): HTMLElement {
    const boxes = new Map<string, Piece[]>();
    for (const piece of [...this.scene.counters, ...this.scene.markers]) if (piece.box !== undefined) boxes.set(piece.box, [...(boxes.get(piece.box) ?? []), piece]);
    const lit = (key: string) => this.lit?.others.has(key) ?? false;
    const all = el("div", { class: "trays" });
    if (this.scene.tracks.length) all.append(el("dl", { class: "tracks" }, ...this.scene.tracks.flatMap(([title, value]) => [el("dt", {}, title), el("dd", {}, String(value))])));
    for (const pile of this.scene.piles) {
      const cards = pile.cards.map(([face, title, id]) => {
        const open = button("", () => id && this.onthing({ card: id }), { class: id && lit(`card ${id}`) ? "card lit" : "card", title, "aria-label": title });
        open.append(el("img", { src: this.faces.url(face), alt: "" }));
        return open;
      });
      all.append(el("h3", {}, `${pile.title} (${pile.count})`), el("div", { class: "fan" }, ...cards));
    }
    const cards = [...(this.lit?.others ?? [])].filter(([key]) => key.startsWith("card ") && !this.scene.piles.some((pile) => pile.cards.some(([, , id]) => `card ${id}` === key)));
    if (cards.length) all.append(el("div", { class: "choices" }, ...cards.map(([key]) => button(key.slice(5), () => this.onthing({ card: key.slice(5) }), { class: "choice" }))));
    for (const [name, pieces] of boxes) {
      const later = this.scene.later.includes(name);
      const head = button(`${name} (${pieces.length})`, () => this.onthing({ box: name }), { class: lit(nameOf({ box: name }) ?? "") ? "box lit" : "box" });
      const fan = el("div", { class: "fan" }, ...pieces.map((piece) => counterButton(this.faces, piece, () => piece.unit !== undefined && this.onthing({ unit: piece.unit }, piece), piece.unit !== undefined && (this.lit?.units.has(piece.unit) ?? false))));
      all.append(later ? el("details", {}, el("summary", {}, `${name} (${pieces.length})`), fan) : el("div", {}, head, fan));
    }
    if (this.scene.supports.length) {
      const places = new Map<string, string[]>();
      for (const { place, kind, count } of this.scene.supports) places.set(place, [...(places.get(place) ?? []), `${count} ${kind}`]);
      all.append(el("h3", {}, words.supports), el("dl", { class: "tracks" }, ...[...places].flatMap(([place, held]) => [el("dt", {}, place), el("dd", {}, held.join(", "))])));
    }
    if (!all.childElementCount) all.append(el("p", { class: "quiet" }, words.empty));
    return all;
  }

  /** Tables and cases. */
  private look(): HTMLElement {
    const all = el("div", { class: "aids" });
    if (this.table.side) all.append(this.standing());
    const fill = (aids: Aids) => {
      const search = el("input", { id: "search", type: "search", autocomplete: "off" });
      const found = el("dl", { class: "cases" });
      search.addEventListener("input", () => {
        const wanted = search.value.trim().toLowerCase();
        const hits = wanted.length < 2 ? [] : aids.cases.filter(([number, title, summary]) => number.toLowerCase().startsWith(wanted) || `${title} ${summary}`.toLowerCase().includes(wanted));
        found.replaceChildren(...hits.slice(0, 40).flatMap(([number, title, summary, , later]) => [el("dt", { id: `case-${number}` }, `${number} ${title}${later ? ` (${words.laterCase})` : ""}`), el("dd", {}, ...prose(summary))]));
      });
      all.append(el("label", { for: "search" }, words.search), search, found);
      const marked = (key: string, name: string) => this.column !== undefined && (key === this.column || name === this.column);
      for (const table of aids.tables.toSorted((a, b) => Number(b.columns.some((name) => marked("", name))) - Number(a.columns.some((name) => marked("", name))) || Number(b.first) - Number(a.first))) {
        const head = el("tr", {}, el("th", {}, table.head), ...table.columns.map((name, at) => el("th", { scope: "col", class: marked(table.keys[at] ?? "", name) ? "now" : undefined }, name)));
        const rows = table.rows.map(([name, cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell, at) => el("td", { class: marked(table.keys[at] ?? "", table.columns[at] ?? "") ? "now" : undefined }, cell))));
        const open = table.columns.some((name, at) => marked(table.keys[at] ?? "", name));
        all.append(el("details", { open }, el("summary", {}, table.title), el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.title }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))), ...table.notes.map((note) => el("p", { class: "quiet" }, note))));
      }
    };
    if (this.aids) fill(this.aids);
    else void fetch(this.table.sheets.aids).then((answer) => answer.json()).then((aids: Aids) => { this.aids = aids; fill(aids); });
    return all;
  }

  /** How the game stands, in words: victory, what is held, what may still be done. */
  private standing(): HTMLElement {
    const list = el("ul", { class: "stands" });
    const fill = (lines: string[]) => list.replaceChildren(...lines.map((line) => el("li", {}, ...this.chronicle.line(line))));
    if (this.stands) fill(this.stands);
    else void this.api.status().then((lines) => { this.stands = lines; fill(lines); }).catch(() => {});
    return el("details", { open: true }, el("summary", {}, words.stands), list);
  }

  /** Opens the words of a case. */
  async openCase(number: string): Promise<void> {
    this.show("aids");
    while (!this.aids) await new Promise((later) => setTimeout(later, 30));
    const search = this.body.querySelector<HTMLInputElement>("#search");
    if (search) [search.value] = [number];
    search?.dispatchEvent(new Event("input"));
    search?.scrollIntoView({ block: "nearest" });
  }

  private more(): HTMLElement {
    const { table, panel, alarm } = this;
    const tick = (label: string, on: boolean, change: (on: boolean) => void) => {
      const box = el("input", { type: "checkbox", onchange: () => change(box.checked) });
      box.checked = on;
      return el("label", { class: "tick" }, box, ` ${label}`);
    };
    const all = el("div", { class: "more" });
    if (table.proposal) {
      const { number } = table.proposal;
      all.append(el("h3", {}, table.own_proposal ? words.ownProposal : words.proposal), el("ul", {}, ...table.proposal.words.map((line) => el("li", {}, ...prose(line)))),
        el("div", { class: "buttons" }, table.own_proposal ? "" : button(words.accept, () => void panel.say([`accept ${number}`]), { class: "main" }), button(table.own_proposal ? words.withdraw : words.decline, () => void panel.say([`decline ${number}`]), { class: "second" })));
    }
    if (table.word) {
      const word = el("input", { id: "word", maxlength: 200, autocomplete: "off" });
      all.append(el("h3", {}, words.word), el("p", {}, ...prose(table.word)), el("label", { for: "word" }, words.word), word, button(words.give, () => void panel.say([`word ${word.value}`]), { class: "second" }));
    }
    all.append(tick(words.sound, alarm.sound, (on) => { alarm.sound = on; }), tick(words.notify, alarm.notice, (on) => void alarm.setNotice(on)));
    if (table.standing.length && !table.outcome) {
      const rules = table.standing.map((rule) => {
        const id = `standing-${rule.kind.replaceAll(" ", "-")}`;
        const select = el("select", { id, onchange: () => void panel.say([`standing ${rule.kind} ${select.value}`]) }, ...rule.choices.map(([value, meaning]) => el("option", { value }, `${value}: ${meaning}`)));
        if (!rule.choices.some(([value]) => value === rule.value)) select.prepend(el("option", { value: rule.value }, `${rule.value}: ${rule.words}`));
        select.value = rule.value;
        return el("div", {}, el("label", { for: id }, rule.kind), select);
      });
      all.append(el("details", {}, el("summary", {}, words.standing), el("p", { class: "quiet" }, words.standingHelp), ...rules));
    }
    const [game, seat] = [`/games/${table.game}`, this.api.seat === null ? "" : `seat=${this.api.seat}`];
    const links: [string, string][] = [[`${game}/help`, words.help], [`${game}/rules`, words.rules], [`${game}/dice`, words.dice], [`${game}/history?${seat}`, words.past], [`${game}?plain&${seat}`, words.plain], [`${game}/module.vmod`, words.vmod], [`${game}/position.vsav`, words.vsav]];
    all.append(el("ul", {}, ...links.map(([href, text]) => el("li", {}, el("a", { href }, text)))), ...table.marks.map((mark) => el("p", {}, ...prose(mark))), ...table.credits.map((line) => el("p", { class: "quiet" }, line)), el("p", { class: "quiet" }, words.keys));
    return all;
  }
}
