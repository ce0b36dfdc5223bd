// The line over the board: which game, when it is, who one is, and whose move.

import { el } from "./dom";
import type { Table } from "./types";
import { words } from "./words";

/** Writes the headline. `drafted` says that the board shows a draft. */
export function headline(top: HTMLElement, table: Table, caption: string, drafted: boolean): void {
  const who = table.side ? words.youPlay(table.side[1]) : words.onlooker;
  const state = table.outcome ? words.over : table.asks.length ? words.yourMove : words.waiting(words.and(table.waiting));
  top.replaceChildren(
    el("a", { class: "mark", href: "/" }, words.host),
    el("h1", {}, table.title, el("span", {}, ` ${table.scenario}`)),
    el("p", { class: "caption" }, [caption, who, drafted ? words.drafted : ""].filter(Boolean).join(" · ")),
    el("p", { class: table.asks.length ? "state mine" : "state" }, state),
  );
}
