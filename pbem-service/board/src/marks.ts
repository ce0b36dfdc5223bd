// What may be marked on the board, and the buttons for it. Which hexes those are the service says.

import type { Api } from "./api";
import { button, el, svg } from "./dom";
import type { Order } from "./order";
import type { Overlay } from "./types";
import { words } from "./words";

const SWITCHES = ["who", "moved", "counters", "ruler"] as const;
/** Outlines whose meaning is told. */
const LOOKS = ["reach", "stop", "target", "highlight", "actor", "joins", "moved"] as const;
const ARROWS = ["move", "attack", "retreat"] as const;
type Kind = (typeof ARROWS)[number];
export type Switch = (typeof SWITCHES)[number];

export class Marks {
  readonly root = el("details", { class: "overlays" }, el("summary", {}, words.overlays));
  /** Says what the marked hexes are. */
  readonly legend = el("p", { class: "legend", role: "status", hidden: true });
  readonly on: Record<Switch, boolean> = { who: true, moved: false, counters: true, ruler: false };
  private offered: Overlay[] = [];
  private wanted: string | undefined;
  /** Counts what was asked for: an answer to something earlier says nothing any more. */
  private turn = 0;
  private readonly list = el("div", { class: "offered" });
  private readonly legends = el("div", { class: "legends" });
  /** What tokens, and signs of the map, mean. */
  meanings: () => Promise<[string, HTMLElement][]> = () => Promise.resolve([]);
  onswitch: (which: Switch) => void = () => {};
  onmark: () => void = () => {};

  constructor(private readonly api: Api, private readonly order: Order) {
    const switches = SWITCHES.map((which) => {
      const made = button(words[which], () => {
        this.on[which] = !this.on[which];
        made.setAttribute("aria-pressed", String(this.on[which]));
        this.onswitch(which);
      }, { "aria-pressed": String(this.on[which]) });
      return made;
    });
    const swatch = (look: string) => {
      const drawn = svg("svg", { viewBox: "0 0 44 30", width: 44, height: 30, "aria-hidden": "true" });
      drawn.append(svg("rect", { class: look, x: 6, y: 5, width: 32, height: 20, rx: look.startsWith("ring") ? 5 : 0 }));
      return drawn;
    };
    const outlines = el("dl", { class: "outlines" }, ...LOOKS.flatMap((look) => [el("dt", {}, swatch(`${look === "actor" || look === "joins" ? "ring" : "light"} ${look}`)), el("dd", {}, words.looks[look])]));
    const arrow = (kind: Kind) => {
      const drawn = svg("svg", { viewBox: "0 0 44 30", width: 44, height: 30, class: "overlay", "aria-hidden": "true" });
      drawn.append(svg("path", { class: `arrow ${kind}`, d: "M4 15H34M27 8 36 15 27 22" }));
      return drawn;
    };
    const arrows = el("dl", { class: "outlines arrows" }, ...ARROWS.flatMap((kind) => [el("dt", {}, arrow(kind)), el("dd", {}, words.arrowKinds[kind])]));
    this.root.append(el("div", { class: "menu" }, ...switches, this.list, this.legends, el("p", {}, words.outlines), outlines, el("p", {}, words.arrows), arrows));
    this.root.addEventListener("toggle", () => {
      if (!this.root.open) return;
      void this.ask();
      if (!this.legends.childElementCount) void this.meanings().then((all) => this.explain(all), () => {});
    });
  }

  /** Says what stands on the board besides counters. */
  private explain(all: [string, HTMLElement][]): void {
    if (this.legends.childElementCount) return;
    this.legends.append(...all.map(([title, meanings]) => el("details", {}, el("summary", {}, title), meanings)));
  }

  close(): void {
    const had = this.root.contains(document.activeElement);
    this.root.open = false;
    if (had) this.root.querySelector("summary")?.focus();
  }

  /** The hexes that are marked, with the side whose they are. */
  get marked(): Overlay | undefined {
    return this.offered.find((overlay) => this.key(overlay) === this.wanted);
  }

  private key(overlay: Overlay): string {
    return `${overlay.kind}: ${overlay.of}`;
  }

  /** The board has changed: what is marked is asked for anew. */
  renew(): void {
    if (this.wanted !== undefined) void this.ask();
  }

  private async ask(): Promise<void> {
    const turn = ++this.turn;
    const told = await this.api.overlays(this.order.begun).catch(() => undefined);
    if (turn !== this.turn) return;
    if (told) this.offered = told;
    this.show();
  }

  private show(): void {
    const focus = this.list.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["key"] : undefined;
    const kinds = new Map<string, Overlay[]>();
    for (const overlay of this.offered) kinds.set(overlay.kind, [...(kinds.get(overlay.kind) ?? []), overlay]);
    this.list.replaceChildren(...[...kinds].map(([kind, overlays]) => {
      const all = overlays.map((overlay) => button(overlay.of, () => {
        this.wanted = this.wanted === this.key(overlay) ? undefined : this.key(overlay);
        this.show();
      }, { "aria-pressed": String(this.wanted === this.key(overlay)), "data-key": this.key(overlay) }));
      return el("div", { role: "group", "aria-label": kind }, el("p", {}, kind), el("div", { class: "row" }, ...all));
    }));
    if (focus) this.list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]`)?.focus();
    this.legend.hidden = this.marked === undefined;
    this.legend.replaceChildren(this.marked ? this.key(this.marked) : "", button("×", () => { this.wanted = undefined; this.show(); }, { class: "close", "aria-label": words.unmark }));
    this.onmark();
  }
}
