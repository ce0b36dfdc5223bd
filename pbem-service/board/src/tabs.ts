// What is one click away: log, talk, aids, what lies beside the map, typing, and the rest.

import type { Api } from "./api";
import type { Chronicle } from "./chronicle";
import { NARROW, button, el, kept, prose } from "./dom";
import type { Alarm } from "./alarm";
import type { Faces } from "./faces";
import type { LookedUp } from "./aids";
import type { Lit } from "./lit";
import type { Panel } from "./panel";
import type { Places } from "./places";
import { settings } from "./post";
import { beside, roster } from "./roster";
import type { Piece, Scene, Table, Thing } from "./types";
import { words } from "./words";

const NAMES = ["log", "talk", "units", "trays", "aids", "typing", "more"] as const;
/** Lines of how it stands that are shown without being asked for. */
const FEW_LINES = 8;
type Name = (typeof NAMES)[number];

export class Tabs {
  readonly root = el("section", { class: "tabs" });
  /** All that scrolls in the panel: what came of orders, what is new, and what the tabs show. */
  private readonly scroller = el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": words.panel });
  private readonly list = el("div", { role: "tablist", "aria-label": words.more });
  private readonly body = el("div", { role: "tabpanel", tabindex: "0", id: "tab" });
  private open: Name = "log";
  /** How far down one was in each tab. */
  private readonly left = new Map<Name, number>();
  /** What is searched for when the aids are opened. */
  private wanted = "";
  private actors: ReadonlySet<number> = new Set();
  private table: Table;
  private scene: Scene;
  private lit: Lit | undefined;
  private column: string | undefined;
  /** How the game stands, as far as it was asked for since something changed. */
  private stands: string[] | undefined;
  onpiece: (piece: Piece) => void = () => {};
  onthing: (thing: Thing, piece?: Piece) => void = () => {};

  constructor(private readonly api: Api, table: Table, private readonly places: Places, private readonly aids: LookedUp, private readonly chronicle: Chronicle, private readonly panel: Panel, private readonly faces: Faces, private readonly alarm: Alarm) {
    this.table = table;
    this.scene = table.scene;
    for (const name of NAMES) {
      this.list.append(button(words[name], () => this.turn(name), { role: "tab", id: `tab-${name}`, "aria-controls": "tab", "aria-selected": "false" }));
    }
    this.list.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!by) return;
      this.turn(NAMES[(NAMES.indexOf(this.open) + by + NAMES.length) % NAMES.length] ?? "log");
      this.list.querySelector<HTMLElement>(`#tab-${this.open}`)?.focus();
    });
    this.scroller.append(panel.results, chronicle.news, this.body);
    this.root.append(this.list, this.scroller);
    this.show("log");
  }

  /** Goes to a tab, where one was in it; to its beginning, if one was not there yet. */
  turn(name: Name): void {
    this.left.set(this.open, this.scroller.scrollTop);
    this.show(name);
    if (matchMedia(NARROW).matches) return this.root.scrollIntoView({ block: "start" });
    this.scroller.scrollTop = this.left.get(name) ?? (name === "log" ? 0 : this.body.offsetTop - this.scroller.offsetTop);
  }

  /** What came of orders, and what is new, comes into view. */
  begin(): void {
    this.left.clear();
    this.scroller.scrollTop = 0;
    // what came of a line that was typed stands below it
    if (this.open === "typing" && matchMedia(NARROW).matches) this.root.scrollIntoView({ block: "start" });
  }

  /** What the other side did is shown, unless somebody is at work in a tab. */
  tell(): void {
    if (this.body.contains(document.activeElement)) return;
    this.show("log");
    this.begin();
  }

  update(table: Table, scene: Scene, lit: Lit, actors: number[], column: string | undefined): void {
    const others = actors.length !== this.actors.size || actors.some((unit) => !this.actors.has(unit));
    [this.table, this.lit, this.actors, this.column] = [table, lit, new Set(actors), column];
    const other = scene !== this.scene;
    if (other) this.stands = undefined;
    this.scene = scene;
    this.showUnread();
    if (this.open === "trays" || (this.open === "units" && (other || others)) || (this.open === "aids" && (column || other)) || (this.open === "more" && other)) this.show(this.open);
  }

  /** Says on its tab how much talk has not been read. */
  private showUnread(): void {
    const tab = this.list.querySelector("#tab-talk");
    const text = words.unread(this.chronicle.unread(this.table, this.open === "talk"));
    if (tab && tab.textContent !== text) tab.textContent = text;
  }

  show(name: Name): void {
    this.open = name;
    this.showUnread();
    this.root.classList.toggle("looking", name !== "log");
    for (const tab of this.list.children) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    const made = { log: () => this.chronicle.log, talk: () => this.talk(), units: () => roster(this.scene, this.places, this.table.side?.[0], this.actors, (piece) => this.onpiece(piece)), trays: () => beside(this.table, this.scene, this.lit, this.faces, (thing, piece) => this.onthing(thing, piece)), aids: () => this.look(), typing: () => this.panel.typing.tab(), more: () => this.more() }[name]();
    // what was opened or searched for stays so when the same is shown anew
    const again = this.body.dataset["name"] === name;
    const opened = new Map(again ? [...this.body.querySelectorAll("details")].map((one) => [one.firstElementChild?.textContent, one.open]) : []);
    const had = this.body.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    const { scrollTop } = this.scroller;
    const { panel } = this;
    this.body.dataset["name"] = name;
    this.body.replaceChildren(made);
    if (name === "typing") panel.typing.came.append(panel.results);
    else if (panel.results.parentElement !== this.scroller) this.scroller.prepend(panel.results);
    if (!again) return;
    for (const one of this.body.querySelectorAll("details")) one.open = opened.get(one.firstElementChild?.textContent) ?? one.open;
    if (had && !this.body.contains(document.activeElement)) [...this.body.querySelectorAll<HTMLElement>("button, summary, a")].find((one) => one.textContent === had)?.focus();
    this.scroller.scrollTop = scrollTop;
  }

  private talk(): HTMLElement {
    // what is begun is there after a look at something else, and after a reload
    const begun = `fieldpost ${this.table.game} ${this.table.side?.[0]} saying`;
    const say = el("input", { id: "say", maxlength: 2000, autocomplete: "off", oninput: () => kept.set(begun, say.value) });
    say.value = String(kept.get<unknown>(begun) ?? "");
    const send = el("button", { class: "second" }, words.saySend);
    const form = el("form", { onsubmit: (event: Event) => {
      event.preventDefault();
      const said = say.value.trim();
      if (!said || send.disabled) return;
      send.disabled = true;
      void this.panel.say([], said).then((heard) => {
        send.disabled = false;
        if (!heard) return;
        say.value = "";
        kept.set(begun, "");
      });
    } }, el("label", { for: "say" }, words.say), say, send);
    return el("div", {}, this.table.side ? form : "", this.chronicle.said);
  }

  /** How it stands, tables and cases. */
  private look(): HTMLElement {
    const view = this.aids.view(this.column, this.wanted || this.body.querySelector<HTMLInputElement>("#search")?.value || "");
    view.prepend(button(words.large, () => void this.aids.open(this.column), { class: "second" }));
    // while odds are weighed their table comes first
    if (this.table.side) this.column ? view.append(this.standing()) : view.firstElementChild?.after(this.standing());
    return view;
  }

  /** How the game stands, in words: victory, what is held, what may still be done. */
  private standing(): HTMLElement {
    const list = el("ul", { class: "stands" });
    const fill = (lines: string[]) => list.replaceChildren(...lines.map((line) => el("li", {}, ...this.chronicle.line(line))));
    if (this.stands) fill(this.stands);
    else void this.api.status().then((lines) => { this.stands = lines; fill(lines); }).catch(() => {});
    // a roll of all that stands on the board stands in nobody's way
    return el("details", { open: this.stands !== undefined && this.stands.length <= FEW_LINES }, el("summary", {}, words.stands), list);
  }

  /** A draw, or giving up, about which is asked once more. */
  private endings(): HTMLElement {
    const { panel } = this;
    const sure = el("div", { hidden: true }, el("p", { class: "warning" }, words.resignSure), el("div", { class: "buttons" },
      button(words.resignYes, () => void panel.say(["resign the game"]), { class: "second" }),
      button(words.resignNo, () => { sure.hidden = true; }, { class: "second" })));
    return el("details", {}, el("summary", {}, words.endings), el("div", { class: "buttons" },
      button(words.proposeDraw, () => void panel.say(["propose draw"]), { class: "second" }),
      button(words.resign, () => { sure.hidden = false; sure.scrollIntoView({ block: "nearest" }); }, { class: "second" })), sure);
  }

  /** Shows which keys do what. */
  showKeys(): void {
    this.turn("more");
    const keys = this.body.querySelector<HTMLElement>(".keys");
    keys?.scrollIntoView({ block: "nearest" });
    keys?.focus();
  }

  /** Opens the words of a case. */
  openCase(number: string): void {
    this.wanted = number;
    this.turn("aids");
    this.wanted = "";
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
        // a box is too narrow for all of it
        return el("div", {}, el("label", { for: id }, rule.kind), select, el("p", { class: "quiet" }, rule.words));
      });
      all.append(el("details", {}, el("summary", {}, words.standing), el("p", { class: "quiet" }, words.standingHelp), ...rules));
    }
    if (table.side && !table.outcome) all.append(this.endings());
    const mail = settings(table, this.api, this.body.querySelector<HTMLDetailsElement>("details.mail")?.open ?? false, () => panel.onwish());
    if (mail) all.append(mail);
    if (table.other_seat) all.append(el("p", {}, el("a", { href: table.other_seat, target: "_blank" }, words.otherSeat)));
    const [game, seat] = [`/games/${table.game}`, this.api.seat === null ? "" : `seat=${this.api.seat}`];
    const own: [string, string][] = table.side ? [[`${game}/notes?${seat}`, words.notes], [`${game}/host?${seat}`, words.tellHost]] : [];
    const links: [string, string][] = [...own.slice(0, 1), [`${game}/help`, words.help], [`${game}/rules`, words.rules], [`${game}/dice`, words.dice], [`${game}/clock?${seat}`, words.clock], [`${game}/history?${seat}`, words.past], [`${game}?plain&${seat}`, words.plain], [`${game}/module.vmod`, words.vmod], [`${game}/position.vsav`, words.vsav], ...own.slice(1)];
    all.append(el("ul", {}, ...links.map(([href, text]) => el("li", {}, el("a", { href }, text)))), ...table.marks.map((mark) => el("p", {}, ...prose(mark))), ...table.credits.map((line) => el("p", { class: "quiet" }, line)), el("p", { class: "keys", tabindex: "-1" }, [words.keys, panel.goesBy ? words.keysBy : ""].join(" ").trim()));
    return all;
  }
}
