// A way that is drawn by dragging a counter: the hexes under the pointer, one after the other.

import type { Camera } from "./camera";
import type { Places } from "./places";
import type { Board } from "./scene";

export class Trail {
  private hexes: number[] = [];
  /** The hex from which a way may be drawn now. */
  from: () => number | undefined = () => undefined;
  onover: (hex: number | undefined) => void = () => {};
  /** Told of the way once it is drawn, without where it began. */
  ondrawn: (way: number[]) => void = () => {};

  constructor(camera: Camera, places: Places, board: Board) {
    camera.grab = (x, y) => {
      const hex = places.at(...camera.world(x, y));
      const grabbed = hex !== undefined && hex === this.from();
      if (grabbed) this.hexes = [hex];
      return grabbed;
    };
    camera.ontrail = (at) => {
      if (!at) this.hexes = [];
      const hex = at && places.at(...camera.world(...at));
      const last = this.hexes.at(-1);
      if (hex !== undefined && last !== undefined) {
        const back = this.hexes.indexOf(hex);
        this.hexes = back >= 0 ? this.hexes.slice(0, back + 1) : [...this.hexes, ...places.line(last, hex)];
        this.onover(hex);
      }
      board.showPath(this.hexes);
    };
    camera.onrelease = () => {
      const way = this.hexes.slice(1);
      this.hexes = [];
      board.showPath([]);
      this.ondrawn(way);
    };
  }
}
