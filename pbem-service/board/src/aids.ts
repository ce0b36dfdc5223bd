// What players look up: tables with the present column marked, cases with a search, what bears on a hex.

import { button, el, prose } from "./dom";
import type { Faces } from "./faces";
import type { Aids } from "./types";
import { words } from "./words";

const MOST = 40;

/** Number, title and words of a case. */
export type Case = [string, string, string];

export class LookedUp {
  private asked: Promise<Aids> | undefined;
  private loaded: Aids | undefined;
  /** Tables and cases nearly as large as the window, one at a time. */
  readonly large = el("dialog", { class: "large", "aria-label": words.aids });

  constructor(private readonly sheet: string) {}

  private load(): Promise<Aids> {
    this.asked ??= fetch(this.sheet).then((answer) => answer.json() as Promise<Aids>);
    this.asked.then((aids) => { this.loaded = aids; }, () => { this.asked = undefined; });
    return this.asked;
  }

  /** What tokens, and signs of the map, mean: each with its picture. */
  async meanings(faces: Faces): Promise<[string, HTMLElement][]> {
    const { markers, signs } = await this.load();
    const list = (rows: [string, string][]) => el("dl", { class: "outlines" }, ...rows.flatMap(([text, src]) => [el("dt", {}, el("img", { src, alt: "" })), el("dd", {}, text)]));
    const drawn = (svg: string) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const all: [string, HTMLElement][] = [
      [words.tokens, list(markers.map(([title, face]) => [title, faces.url(face)]))],
      [words.signs, list(signs.map(([text, svg]) => [text, drawn(svg)]))],
    ];
    return all.filter(([, meanings]) => meanings.childElementCount > 0);
  }

  /** The cases that are called like something of this ground: `rough`, `edge allied`. */
  async about(ground: string): Promise<Case[]> {
    const { cases } = await this.load();
    const found = ground.split(", ").flatMap((one) => {
      const parts = one.split(" ").filter((part) => /^\p{Ll}{3,}/u.test(part));
      const named = (wanted: string[]) => wanted.length === 0 ? [] : cases.filter(([, title]) => wanted.every((part) => new RegExp(`(?<!\\p{L})${part}(s|es)?(?!\\p{L})`, "iu").test(title)));
      const all = named(parts);
      return all.length ? all : named(parts.slice(0, 1));
    });
    return [...new Set(found)].map(([number, title, summary]) => [number, title, summary]);
  }

  /** Search and tables; those first that have the column of the present odds. */
  view(column: string | undefined, wanted: string): HTMLElement {
    const all = el("div", { class: "aids" });
    const fill = (aids: Aids) => all.append(...this.search(aids, wanted), ...this.tables(aids, column));
    if (this.loaded) fill(this.loaded);
    else void this.load().then(fill, () => {});
    return all;
  }

  private search(aids: Aids, wanted: string, id = "search"): HTMLElement[] {
    const search = el("input", { id, type: "search", autocomplete: "off" });
    const found = el("dl", { class: "cases" });
    const find = () => {
      const text = search.value.trim().toLowerCase();
      const hits = text.length < 2 ? [] : aids.cases.filter(([number, title, summary]) => number.toLowerCase().startsWith(text) || `${title} ${summary}`.toLowerCase().includes(text));
      found.replaceChildren(...hits.slice(0, MOST).flatMap(([number, title, summary, , later]) => [el("dt", { id: id === "search" ? `case-${number}` : undefined }, `${number} ${title}${later ? ` (${words.laterCase})` : ""}`), el("dd", {}, ...prose(summary))]));
    };
    search.addEventListener("input", find);
    search.value = wanted;
    find();
    return [el("label", { for: id }, words.search), search, found];
  }

  private tables(aids: Aids, column: string | undefined): HTMLElement[] {
    return this.sorted(aids, column).map((table) => el("details", { open: this.isPresent(table, column) }, el("summary", {}, table.title), ...this.drawn(table, column)));
  }

  /** The tables, those first that have the column of the present odds. */
  private sorted(aids: Aids, column: string | undefined): Table[] {
    return aids.tables.toSorted((a, b) => Number(this.isPresent(b, column)) - Number(this.isPresent(a, column)) || Number(hasOdds(b)) - Number(hasOdds(a)) || Number(b.first) - Number(a.first));
  }

  private isPresent(table: Table, column: string | undefined): boolean {
    return table.columns.some((name, at) => isMarked(column, table.keys[at] ?? "", name));
  }

  private drawn(table: Table, column: string | undefined): HTMLElement[] {
    const look = (at: number) => (isMarked(column, table.keys[at] ?? "", table.columns[at] ?? "") ? "now" : undefined);
    const head = el("tr", {}, el("th", {}, table.head), ...table.columns.map((name, at) => el("th", { scope: "col", class: look(at) }, name)));
    const rows = table.rows.map(([name, cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell, at) => el("td", { class: look(at) }, cell))));
    const whole = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.title }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
    return [whole, ...table.notes.map((note) => el("p", { class: "quiet" }, note))];
  }

  /** Opens the large view: at the table of the present odds, else at the first. */
  async open(column: string | undefined): Promise<void> {
    const aids = await this.load().catch(() => undefined);
    if (!aids) return;
    const pages: [string, () => HTMLElement[]][] = [...this.sorted(aids, column).map((table): [string, () => HTMLElement[]] => [table.title, () => this.drawn(table, column)]), [words.cases, () => this.search(aids, "", "search-large")]];
    const body = el("div", { class: "aids", role: "tabpanel", id: "aid", tabindex: "0" });
    const tabs = el("div", { role: "tablist", "aria-label": words.aids });
    const turn = (at: number) => {
      [...tabs.children].forEach((tab, place) => {
        tab.setAttribute("aria-selected", String(place === at));
        tab.setAttribute("tabindex", place === at ? "0" : "-1");
      });
      body.setAttribute("aria-labelledby", `aid-${at}`);
      body.replaceChildren(...(pages[at]?.[1]() ?? []));
      body.scrollTop = 0;
    };
    tabs.append(...pages.map(([title], at) => button(title, () => turn(at), { role: "tab", id: `aid-${at}`, "aria-controls": "aid" })));
    tabs.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
      const here = [...tabs.children].findIndex((tab) => tab === document.activeElement);
      if (!by || here < 0) return;
      const to = (here + by + pages.length) % pages.length;
      turn(to);
      (tabs.children[to] as HTMLElement).focus();
    });
    turn(0);
    this.large.replaceChildren(el("div", { class: "head" }, el("h2", {}, words.aids), button("×", () => this.large.close(), { class: "close", "aria-label": words.close })), tabs, body);
    this.large.showModal();
  }
}

type Table = Aids["tables"][number];

/** Whether a table has a column for each of several odds: one looks for it oftenest. */
const hasOdds = (table: Table): boolean => table.columns.filter((name) => /^\d+ ?[:-] ?\d+$/.test(name)).length > 2;

/** Whether a column is that of the present odds: some tables print 3:1, some 3-1. */
function isMarked(column: string | undefined, key: string, name: string): boolean {
  const odds = (one: string | undefined) => one?.replace(/[-–]/, ":");
  return column !== undefined && [odds(key), odds(name)].includes(odds(column));
}
