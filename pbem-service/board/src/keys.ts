// The board by keys: hexes by arrows, what may act by Enter and N, the view by + − 0.

import type { Camera } from "./camera";
import type { Places } from "./places";

/** Ways of the keys that move the cursor, to the right and down. */
const WAYS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-0.8, -0.6], End: [-0.8, 0.6], PageUp: [0.8, -0.6], PageDown: [0.8, 0.6] };

export class Keys {
  /** Where the cursor is. */
  at: () => number | undefined = () => undefined;
  /** Where it begins. */
  from: () => number | undefined = () => undefined;
  onmove: (hex: number) => void = () => {};
  onnext: () => void = () => {};
  /** Takes what is at the cursor; `via` leads through the hex and on. */
  ontake: (hex: number, via: boolean) => void = () => {};
  /** Whether something else has all keys. */
  idle: () => boolean = () => false;
  onescape: () => void = () => {};
  onsend: (event: KeyboardEvent) => void = () => {};
  onhelp: () => void = () => {};

  constructor(private readonly frame: HTMLElement, private readonly camera: Camera, private readonly places: Places) {
    // the board has the keys also while nothing else has them
    document.addEventListener("keydown", (event) => {
      if (event.target !== frame && event.target !== document.body) return;
      if (event.altKey || event.metaKey || event.ctrlKey || !this.board(event)) return;
      event.preventDefault();
      if (event.target === document.body) frame.focus();
    });
    document.addEventListener("keydown", (event) => {
      if (this.idle()) return;
      if (event.key === "Escape") this.onescape();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.onsend(event);
      else if (event.key === "?" && !(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement)) this.onhelp();
    });
  }

  /** Does what a key means on the board; whether it means something. */
  private board(event: KeyboardEvent): boolean {
    const way = WAYS[event.key];
    const at = this.at();
    if (way) {
      const from = this.from() ?? this.middle();
      const to = from === undefined || at === undefined ? from : this.places.towards(from, ...way);
      if (to !== undefined) this.onmove(to);
    } else if (event.key === "Enter" || event.key === " ") {
      if (at === undefined) this.onnext();
      else this.ontake(at, event.shiftKey);
    } else if (event.key === "n" || event.key === "N") this.onnext();
    else if (event.key === "+" || event.key === "=") this.camera.zoom(1.3);
    else if (event.key === "-") this.camera.zoom(1 / 1.3);
    else if (event.key === "0") this.camera.fit();
    else return false;
    return true;
  }

  /** The hex in the middle of the window. */
  private middle(): number | undefined {
    const { left, top } = this.frame.getBoundingClientRect();
    return this.places.at(...this.camera.world(left + this.frame.clientWidth / 2, top + this.frame.clientHeight / 2));
  }
}
