// What players look up: tables with the present column marked, cases with a search, what bears on a hex.

import { el, prose } from "./dom";
import type { Aids } from "./types";
import { words } from "./words";

const MOST = 40;

/** Number, title and words of a case. */
export type Case = [string, string, string];

export class LookedUp {
  private asked: Promise<Aids> | undefined;
  private loaded: Aids | undefined;

  constructor(private readonly sheet: string) {}

  private load(): Promise<Aids> {
    this.asked ??= fetch(this.sheet).then((answer) => answer.json() as Promise<Aids>);
    this.asked.then((aids) => { this.loaded = aids; }, () => { this.asked = undefined; });
    return this.asked;
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

  private search(aids: Aids, wanted: string): HTMLElement[] {
    const search = el("input", { id: "search", type: "search", autocomplete: "off" });
    const found = el("dl", { class: "cases" });
    const find = () => {
      const text = search.value.trim().toLowerCase();
      const hits = text.length < 2 ? [] : aids.cases.filter(([number, title, summary]) => number.toLowerCase().startsWith(text) || `${title} ${summary}`.toLowerCase().includes(text));
      found.replaceChildren(...hits.slice(0, MOST).flatMap(([number, title, summary, , later]) => [el("dt", { id: `case-${number}` }, `${number} ${title}${later ? ` (${words.laterCase})` : ""}`), el("dd", {}, ...prose(summary))]));
    };
    search.addEventListener("input", find);
    search.value = wanted;
    find();
    return [el("label", { for: "search" }, words.search), search, found];
  }

  private tables(aids: Aids, column: string | undefined): HTMLElement[] {
    // some tables print 3:1, some 3-1
    const odds = (name: string | undefined) => name?.replace(/[-–]/, ":");
    const marked = (key: string, name: string) => column !== undefined && [odds(key), odds(name)].includes(odds(column));
    const present = (table: Aids["tables"][number]) => table.columns.some((name, at) => marked(table.keys[at] ?? "", name));
    const sorted = aids.tables.toSorted((a, b) => Number(present(b)) - Number(present(a)) || Number(b.first) - Number(a.first));
    return sorted.map((table) => {
      const look = (at: number) => (marked(table.keys[at] ?? "", table.columns[at] ?? "") ? "now" : undefined);
      const head = el("tr", {}, el("th", {}, table.head), ...table.columns.map((name, at) => el("th", { scope: "col", class: look(at) }, name)));
      const rows = table.rows.map(([name, cells]) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell, at) => el("td", { class: look(at) }, cell))));
      const drawn = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": table.title }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
      return el("details", { open: present(table) }, el("summary", {}, table.title), drawn, ...table.notes.map((note) => el("p", { class: "quiet" }, note)));
    });
  }
}
