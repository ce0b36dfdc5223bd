// Where hexes lie and what they are called.

import type { PlacesFile } from "./types";

export class Places {
  private readonly byNumber = new Map<string, number>();
  /** How numbers of hexes look, as patterns: four digits, or a letter before them. */
  readonly shapes: string[];
  /** Distance between neighbours. */
  readonly step: number;

  constructor(readonly file: PlacesFile) {
    file.hexes.forEach((hex, id) => hex && this.byNumber.set(hex[2], id));
    const shape = (number: string) => number.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\d/g, "\\d").replace(/[A-Z]/g, "[A-Z]");
    // a number as short as any other is no number of a hex in a sentence
    this.shapes = [...new Set([...this.byNumber.keys()].filter((number) => number.length > 3).map(shape))].sort((a, b) => b.length - a.length);
    const some = file.hexes.findIndex((hex) => hex && hex[5].length > 0);
    const [a, b] = [this.centre(some), this.centre(file.hexes[some]?.[5][0] ?? some)];
    this.step = Math.hypot(a[0] - b[0], a[1] - b[1]) || 100;
  }

  centre(hex: number): [number, number] {
    const known = this.file.hexes[hex];
    return known ? [known[0], known[1]] : [0, 0];
  }

  number(hex: number): string {
    return this.file.hexes[hex]?.[2] ?? "";
  }

  /** Number and name. */
  label(hex: number): string {
    const known = this.file.hexes[hex];
    return known ? `${known[2]}${known[3] ? ` ${known[3]}` : ""}` : "";
  }

  ground(hex: number): string {
    return this.file.hexes[hex]?.[4] ?? "";
  }

  find(number: string): number | undefined {
    return this.byNumber.get(number);
  }

  /** The hex whose centre is nearest; none off the map. */
  at(x: number, y: number): number | undefined {
    let [best, least] = [-1, Infinity];
    this.file.hexes.forEach((hex, id) => {
      if (!hex) return;
      const far = (hex[0] - x) ** 2 + (hex[1] - y) ** 2;
      if (far < least) [best, least] = [id, far];
    });
    return least <= (this.step * 0.62) ** 2 ? best : undefined;
  }

  /** The neighbour that lies most in a direction. */
  towards(hex: number, dx: number, dy: number): number | undefined {
    const [x, y] = this.centre(hex);
    let [best, most]: [number | undefined, number] = [undefined, 0.3];
    for (const other of this.file.hexes[hex]?.[5] ?? []) {
      const [ox, oy] = this.centre(other);
      const along = ((ox - x) * dx + (oy - y) * dy) / this.step;
      if (along > most) [best, most] = [other, along];
    }
    return best;
  }

  /** Hexes from one to another as straight as may be, without the first. */
  line(from: number, to: number): number[] {
    const [x, y] = this.centre(to);
    const far = (hex: number) => Math.hypot(this.centre(hex)[0] - x, this.centre(hex)[1] - y);
    const hexes: number[] = [];
    for (let hex = from; hex !== to; ) {
      const next = (this.file.hexes[hex]?.[5] ?? []).reduce((best, one) => (far(one) < far(best) ? one : best), hex);
      if (next === hex) break;
      hexes.push(next);
      hex = next;
    }
    return hexes;
  }

  /** How many hexes lie between two, by the way of neighbours. */
  distance(from: number, to: number): number {
    let [edge, seen, steps] = [[from], new Set([from]), 0];
    while (edge.length && steps < 200) {
      if (edge.includes(to)) return steps;
      const next: number[] = [];
      for (const hex of edge) for (const other of this.file.hexes[hex]?.[5] ?? []) if (!seen.has(other)) { seen.add(other); next.push(other); }
      edge = next;
      steps++;
    }
    return steps;
  }

  /** Corners of hexes as one path. */
  outline(hexes: Iterable<number>, shrink = 0.94): string {
    const radius = (this.step / Math.sqrt(3)) * shrink;
    const some = this.file.hexes.find((hex) => hex && hex[5].length === 6);
    const other = some && this.file.hexes[some[5][0] ?? 0];
    // the corners lie between the directions to neighbours
    const turn = some && other ? Math.atan2(other[1] - some[1], other[0] - some[0]) + Math.PI / 6 : 0;
    let path = "";
    for (const hex of hexes) {
      const [x, y] = this.centre(hex);
      for (let corner = 0; corner < 6; corner++) {
        const angle = turn + (corner * Math.PI) / 3;
        path += `${corner ? "L" : "M"}${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
      }
      path += "Z";
    }
    return path;
  }
}
