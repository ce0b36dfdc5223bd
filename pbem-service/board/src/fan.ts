// A stack spread out on the map, beside its hex: every counter of it can be clicked and touched.

import { counterButton } from "./chooser";
import { el } from "./dom";
import type { Faces } from "./faces";
import type { Piece } from "./types";
import { words } from "./words";

/** How far from the middle of its hex a stack is spread. */
const AWAY = 34;
/** Room at the edge of the window. */
const EDGE = 8;

/** What a spread stack stands for. */
export interface Spread {
  hex: number;
  stack: Piece[];
  /** The unit that is chosen. */
  unit: number | undefined;
  /** Units that a click adds to the order. */
  lit: ReadonlySet<number>;
}

export class Fan {
  readonly root = el("div", { class: "fanout", role: "group", "aria-label": words.stack, hidden: true });
  onpick: (piece: Piece) => void = () => {};
  private shown = "";
  private at: [number, number] = [0, 0];
  /** Places in the frame that had better be seen. */
  avoid: () => [number, number][] = () => [];

  constructor(private readonly frame: HTMLElement, private readonly faces: Faces) {}

  show(spread: Spread | undefined, at: [number, number]): void {
    this.root.hidden = spread === undefined;
    if (!spread) {
      this.shown = "";
      return;
    }
    this.at = at;
    const { hex, stack, unit, lit } = spread;
    const now = [hex, unit, ...stack.map((piece) => `${piece.faces.join()}${piece.unit}${lit.has(piece.unit ?? -1)}`)].join("|");
    if (now !== this.shown) {
      const focus = this.root.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["unit"] : undefined;
      this.root.style.setProperty("--across", String(across(stack.length)));
      this.root.replaceChildren(...stack.toReversed().map((piece) => {
        const made = counterButton(this.faces, piece, () => this.onpick(piece), piece.unit !== undefined && piece.unit === unit);
        made.classList.toggle("lit", piece.unit !== undefined && lit.has(piece.unit));
        return made;
      }));
      if (focus !== undefined) this.root.querySelector<HTMLElement>(`[data-unit="${focus}"]`)?.focus();
    }
    this.shown = now;
    this.settle();
  }

  /** Goes with the board. */
  move(at: [number, number]): void {
    this.at = at;
    this.settle();
  }

  /** Stands beside its hex, inside the frame, where it hides least. */
  private settle(): void {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const [x, y] = this.at;
    const inside = (at: number, size: number, room: number) => Math.max(EDGE, Math.min(room - size - EDGE, at));
    const avoided = this.avoid();
    let [best, least]: [[number, number], number] = [[EDGE, EDGE], Infinity];
    for (const [left, top] of [[x - width / 2, y - AWAY - height], [x - width / 2, y + AWAY], [x + AWAY, y - height / 2], [x - AWAY - width, y - height / 2]] as const) {
      const at: [number, number] = [inside(left, width, wide), inside(top, height, high)];
      const hidden = avoided.filter(([px, py]) => px > at[0] && px < at[0] + width && py > at[1] && py < at[1] + height).length;
      const over = x > at[0] && x < at[0] + width && y > at[1] && y < at[1] + height ? 3 : 0;
      if (hidden + over < least) [best, least] = [at, hidden + over];
    }
    [this.root.style.left, this.root.style.top] = [`${best[0]}px`, `${best[1]}px`];
  }

  /** The rectangle that it takes in the frame; none while it is not seen. */
  get box(): [number, number, number, number] | undefined {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight, hidden } = this.root;
    return hidden ? undefined : [offsetLeft, offsetTop, offsetLeft + offsetWidth, offsetTop + offsetHeight];
  }
}

/** How many counters stand in a row: a few side by side, many in a block. */
function across(count: number): number {
  return count <= 4 ? count : Math.ceil(Math.sqrt(count * 1.4));
}
