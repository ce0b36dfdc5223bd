// What a draft of orders does to the board, before anybody has sent it.

import { hexOf, type Order } from "./order";
import type { Board } from "./scene";
import type { Scene, Table } from "./types";

/** Hexes to which the draft takes units. */
export function draftedMoves(order: Order, table: Table): number[] {
  if (!order.scene) return [];
  const before = new Map(table.scene.counters.map((piece) => [piece.unit, piece.hex]));
  return order.scene.counters.flatMap(({ unit, hex }) => (unit !== undefined && hex !== undefined && before.get(unit) !== hex ? [hex] : []));
}

/** Arrows of the lines of the draft that were chosen here, where they begin and lead. */
export function draftedArrows(order: Order, table: Table, board: Board): Scene["arrows"] {
  const before = new Map(table.scene.counters.map((piece) => [piece.unit, piece.hex]));
  return order.lines.flatMap((line): Scene["arrows"] => {
    const drawn = order.chosen.get(line);
    const [target, units] = [hexOf(drawn?.acts), (drawn?.acts ?? []).flatMap((thing) => ("unit" in thing ? [thing.unit] : []))];
    if (!drawn?.odds) return drawn?.path ? [["move", drawn.path]] : [];
    const own = units.filter((one) => board.piece(one)?.side === table.side?.[0]);
    const from = new Set(own.flatMap((one) => board.hexOf(one) ?? before.get(one) ?? []));
    return target === undefined ? [] : [...from].map((hex) => ["attack", [hex, target]]);
  });
}
