// Draws the board: counters, lights, arrows, the cursor. Nodes of counters are kept and moved.

import { el, svg } from "./dom";
import type { Faces } from "./faces";
import type { Places } from "./places";
import type { Piece, Scene } from "./types";

const COUNTER = 0.6;
const APART = 5;

interface Drawn { node: SVGElement; faces: string; x: number; y: number; piece: Piece }

/** What may be lit, each kind with its own look. */
export type Light = "reach" | "stop" | "target" | "actor" | "chosen" | "joins" | "highlight" | "told" | "moved" | "marked";

export class Board {
  readonly root = el("div", { class: "overlay", "aria-hidden": "true" });
  private readonly lights = new Map<Light, SVGElement>();
  /** Darkens all but what may be chosen, so that this is light on every map. */
  private readonly shade = svg("path", { class: "shade", "fill-rule": "evenodd" });
  private readonly labels = svg("g", { class: "labels" });
  private readonly counters = svg("g", { class: "counters" });
  private readonly rings = svg("g", { class: "rings" });
  private readonly arrows = svg("g", { class: "arrows" });
  private readonly path = svg("path", { class: "path" });
  private readonly cursor = svg("path", { class: "cursor" });
  private readonly ruler = svg("path", { class: "ruler" });
  private drawn = new Map<string, Drawn>();
  /** Counters of each hex, the lowest first. */
  stacks = new Map<number, Drawn[]>();
  readonly size: number;

  constructor(private readonly places: Places, private readonly faces: Faces) {
    const { width, height } = places.file;
    this.size = places.step * COUNTER;
    // what changes at a click is drawn apart from the counters, which are many
    const sheet = (...parts: SVGElement[]) => {
      const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
      made.append(...parts);
      return made;
    };
    const defs = svg("defs");
    defs.innerHTML = '<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="2.6" markerHeight="2.6" orient="auto"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker>';
    this.root.append(sheet(this.shade));
    for (const light of ["marked", "highlight", "told", "moved", "reach", "stop", "target"] as const) this.lights.set(light, svg("path", { class: `light ${light}` }));
    this.root.append(sheet(...this.lights.values()), sheet(this.counters), sheet(defs, this.rings, this.path, this.arrows, this.labels, this.ruler, this.cursor));
  }

  /** Shows a position; what has moved goes there, unless there is much of it. */
  show(scene: Scene): void {
    const next = new Map<string, Drawn>();
    const byHex = new Map<number, Piece[]>();
    const seen = new Map<string, number>();
    const place = (piece: Piece, x: number, y: number, size: number) => {
      const base = piece.unit !== undefined ? `u${piece.unit}` : `${piece.faces[0]}@${piece.hex}-${piece.other ?? ""}`;
      const count = seen.get(base) ?? 0;
      seen.set(base, count + 1);
      const key = count ? `${base}#${count}` : base;
      const known = this.drawn.get(key);
      const faces = piece.faces.join(" ");
      const made: Drawn = known ?? { node: svg("g", { class: "counter" }), faces: "", x, y, piece };
      if (made.faces !== faces) {
        made.node.replaceChildren(...piece.faces.map((face) => svg("image", { href: this.faces.url(face), width: size, height: size })));
        made.faces = faces;
      }
      if (!known || made.x !== x || made.y !== y) made.node.style.transform = `translate(${x - size / 2}px,${y - size / 2}px)`;
      if (piece.unit !== undefined) made.node.setAttribute("data-unit", String(piece.unit));
      if (piece.hex !== undefined) made.node.setAttribute("data-hex", String(piece.hex));
      [made.x, made.y, made.piece] = [x, y, piece];
      next.set(key, made);
      return made;
    };
    const order: Drawn[] = [];
    for (const piece of scene.markers) {
      if (piece.hex === undefined) continue;
      const [x, y] = this.middle(piece);
      order.push(place(piece, x, y, this.places.step * (piece.other === undefined ? 0.44 : 0.3)));
    }
    for (const piece of scene.counters) {
      if (piece.hex === undefined) continue;
      if (piece.other !== undefined) order.push(place(piece, ...this.middle(piece), this.size));
      else byHex.set(piece.hex, [...(byHex.get(piece.hex) ?? []), piece]);
    }
    this.stacks = new Map();
    for (const [hex, stack] of byHex) {
      const [x, y] = this.places.centre(hex);
      const drawn = stack.length > 3 ? this.places.step * 0.05 : this.places.step * 0.075;
      const spread = (drawn * (Math.min(stack.length, APART) - 1)) / 2;
      const placed = stack.map((piece, level) => {
        const up = drawn * Math.min(level, APART - 1) - spread;
        return place(piece, x + up, y - up, this.size);
      });
      this.stacks.set(hex, placed);
      order.push(...placed);
    }
    for (const [key, old] of this.drawn) if (!next.has(key)) old.node.remove();
    // only what is not in its place is put there: nodes that stay keep their transitions
    let before: Element | null = null;
    for (const { node } of order) {
      const wanted: Element | null = before ? before.nextElementSibling : this.counters.firstElementChild;
      if (wanted !== node) this.counters.insertBefore(node, wanted);
      before = node;
    }
    this.drawn = next;
    this.light("highlight", scene.highlights);
    this.showArrows(scene.arrows);
  }

  private middle(piece: Piece): [number, number] {
    const [x, y] = this.places.centre(piece.hex ?? 0);
    if (piece.other === undefined) return [x, y];
    const [ox, oy] = this.places.centre(piece.other);
    return [(x + ox) / 2, (y + oy) / 2];
  }

  showArrows(arrows: Scene["arrows"]): void {
    this.arrows.replaceChildren(...arrows.map(([kind, hexes]) => {
      const points = hexes.map((hex) => this.places.centre(hex));
      const [first, last] = [points[0], points.at(-1)];
      if (kind === "attack" && first && last) points[points.length - 1] = [last[0] + (first[0] - last[0]) * 0.28, last[1] + (first[1] - last[1]) * 0.28];
      return svg("polyline", { class: `arrow ${kind}`, points: points.map((at) => at.join(",")).join(" "), "marker-end": "url(#tip)" });
    }));
  }

  light(kind: Light, hexes: Iterable<number>): void {
    this.lights.get(kind)?.setAttribute("d", this.places.outline(hexes));
  }

  /** Leaves these hexes as light as they are, and darkens all others; none, if there are none. */
  shadeAllBut(hexes: ReadonlySet<number>): void {
    const { width, height } = this.places.file;
    this.shade.setAttribute("d", hexes.size ? `M0 0H${width}V${height}H0Z${this.places.outline(hexes, 1)}` : "");
  }

  /** Hexes of a side that are marked, under everything else. */
  mark(hexes: Iterable<number>, side: number): void {
    const marked = this.lights.get("marked");
    marked?.setAttribute("d", this.places.outline(hexes, 1));
    marked?.setAttribute("data-side", String(side));
  }

  /** Rings around counters: what may act, what is chosen, what may join. */
  ring(rings: [number, Light][]): void {
    this.rings.replaceChildren(...rings.flatMap(([unit, kind]) => {
      const drawn = this.drawn.get(`u${unit}`);
      if (!drawn) return [];
      const wide = this.size + (kind === "actor" ? 4 : 12);
      const box = { x: drawn.x - wide / 2, y: drawn.y - wide / 2, width: wide, height: wide, rx: 8 };
      return [svg("rect", { class: "edge", ...box }), svg("rect", { class: `ring ${kind}`, ...box })];
    }));
  }

  /** Short texts in hexes: costs and odds. */
  label(texts: Map<number, [string, Light]>): void {
    this.labels.replaceChildren(...[...texts].flatMap(([hex, [text, kind]]) => {
      const [x, y] = this.places.centre(hex);
      const at = kind === "target" ? y - this.places.step * 0.3 : y + this.places.step * 0.34;
      const wide = 14 + text.length * 11;
      const tag = svg("g", { class: `tag ${kind}` });
      tag.append(svg("rect", { x: x - wide / 2, y: at - 14, width: wide, height: 28, rx: 6 }));
      const words = svg("text", { x, y: at + 7 });
      words.textContent = text;
      tag.append(words);
      return [tag];
    }));
  }

  showPath(hexes: number[]): void {
    this.path.setAttribute("d", hexes.map((hex, place) => `${place ? "L" : "M"}${this.places.centre(hex).join(" ")}`).join(""));
  }

  showRuler(from?: number, to?: number): void {
    this.ruler.setAttribute("d", from === undefined || to === undefined ? "" : `M${this.places.centre(from).join(" ")}L${this.places.centre(to).join(" ")}`);
  }

  point(hex: number | undefined): void {
    this.cursor.setAttribute("d", hex === undefined ? "" : this.places.outline([hex], 0.98));
  }

  /** The counter that is drawn at a place of the map, the top one first. */
  hit(x: number, y: number, hex: number | undefined): Piece | undefined {
    const near = hex === undefined ? [] : [hex, ...(this.places.file.hexes[hex]?.[5] ?? [])];
    const half = this.size / 2;
    for (const at of near) {
      const found = [...(this.stacks.get(at) ?? [])].reverse().find((drawn) => Math.abs(drawn.x - x) <= half && Math.abs(drawn.y - y) <= half);
      if (found) return found.piece;
    }
    return undefined;
  }

  pieces(hex: number): Piece[] {
    return (this.stacks.get(hex) ?? []).map((drawn) => drawn.piece);
  }

  hexOf(unit: number): number | undefined {
    return this.drawn.get(`u${unit}`)?.piece.hex;
  }

  piece(unit: number): Piece | undefined {
    return this.drawn.get(`u${unit}`)?.piece;
  }

  /** Raises a counter above its stack. */
  raise(unit: number): void {
    const drawn = this.drawn.get(`u${unit}`);
    if (drawn) this.counters.append(drawn.node);
  }
}
