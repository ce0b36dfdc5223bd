// Where one looks first: a place of the map around which much lies.

import type { Camera } from "./camera";
import type { Places } from "./places";
import type { Board } from "./scene";
import type { Table } from "./types";

/** Looks where something happens, else at one's own front, else where most counters lie, as large as can be read. */
export function lookAround(camera: Camera, frame: HTMLElement, board: Board, places: Places, table: Table, hostile: (hex: number) => boolean): void {
  const front = table.side === null ? [] : ownFront(board, places, table.side[0], hostile);
  const at = (table.scene.highlights.length ? table.scene.highlights : front.length ? front : [...board.stacks.keys()]).map((hex) => places.centre(hex));
  if (!lookAt(camera, frame, board, at)) camera.fit();
}

/** Looks where most of these places lie, as large as can be read; whether there are any. */
export function lookAt(camera: Camera, frame: HTMLElement, board: Board, at: [number, number][]): boolean {
  const scale = Math.min(2, (frame.clientWidth < 600 ? 36 : 44) / board.size);
  const middle = densest(at, (frame.clientWidth * 0.85) / scale, (frame.clientHeight * 0.7) / scale);
  if (middle) camera.show([middle], scale);
  return middle !== undefined;
}

/** Hexes of one's own counters that stand near the other side's. */
function ownFront(board: Board, places: Places, own: number, hostile: (hex: number) => boolean): number[] {
  const foes = [...board.stacks.keys()].filter(hostile).map((hex) => places.centre(hex));
  const near = ([x, y]: [number, number]) => foes.some(([fx, fy]) => Math.hypot(x - fx, y - fy) < places.step * 2.5);
  return [...board.stacks.keys()].filter((hex) => board.pieces(hex).some(({ side }) => side === own) && near(places.centre(hex)));
}

/** The place round which most points lie within a window of so much map; the first such in reading order. */
export function densest(points: [number, number][], width: number, height: number): [number, number] | undefined {
  let [best, most]: [[number, number] | undefined, number] = [undefined, 0];
  for (const [x, y] of points) {
    const near = points.filter(([px, py]) => Math.abs(px - x) < width / 2 && Math.abs(py - y) < height / 2);
    if (near.length <= most) continue;
    // the middle of what is seen then, so that nothing of it stands at the edge
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    [best, most] = [[middle(near.map(([px]) => px)), middle(near.map(([, py]) => py))], near.length];
  }
  return best;
}
