// Looking at the board: pan and zoom by wheel, drag, pinch and keys. One CSS transform on one layer.

import { kept } from "./dom";

const TAP = 10;

interface Finger { x: number; y: number; startX: number; startY: number }

export class Camera {
  scale = 1;
  x = 0;
  y = 0;
  private fingers = new Map<number, Finger>();
  private dragged = false;
  private asked = false;
  /** The scale for which outlines are drawn. */
  private drawn = 0;
  private rest = 0;
  ontap: (x: number, y: number, pointer: string, shift: boolean) => void = () => {};
  onhover: (x: number, y: number) => void = () => {};
  onmove: () => void = () => {};
  ondrag: () => void = () => {};
  /** Whether a drag that begins here is no drag of the map. */
  grab: (x: number, y: number) => boolean = () => false;
  /** Where such a drag has come; nowhere, if nothing comes of it. */
  ontrail: (at?: [number, number]) => void = () => {};
  onrelease: () => void = () => {};
  private grabbed = false;

  constructor(private readonly frame: HTMLElement, private readonly layer: HTMLElement, private readonly width: number, private readonly height: number, private readonly name: string) {
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.moved(event));
    frame.addEventListener("pointerup", (event) => this.up(event, true));
    frame.addEventListener("pointercancel", (event) => this.up(event, false));
    window.addEventListener("blur", () => this.fingers.clear());
    new ResizeObserver(() => this.clamp()).observe(frame);
    const before = kept.get<[number, number, number]>(`${name} view`);
    this.known = Array.isArray(before) && before.length === 3 && before.every(Number.isFinite);
    if (before && this.known) [this.scale, this.x, this.y] = before;
    this.clamp();
  }

  /** How often somebody has moved the map or made it larger by his hand. */
  moves = 0;

  /** Whether the view is one of an earlier visit. */
  readonly known: boolean;

  /** The place on the map under a place on the screen. */
  world(x: number, y: number): [number, number] {
    const box = this.frame.getBoundingClientRect();
    return [(x - box.left - this.x) / this.scale, (y - box.top - this.y) / this.scale];
  }

  /** The place in the frame where a place of the map lies. */
  screen(x: number, y: number): [number, number] {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  /** Larger or smaller, by somebody's hand. */
  zoom(factor: number, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2): void {
    this.moves++;
    const scale = Math.max(this.least(), Math.min(3, this.scale * factor));
    this.x = x - ((x - this.x) / this.scale) * scale;
    this.y = y - ((y - this.y) / this.scale) * scale;
    this.scale = scale;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  /** The whole map. */
  fit(): void {
    this.scale = this.least();
    this.x = (this.frame.clientWidth - this.width * this.scale) / 2;
    this.y = (this.frame.clientHeight - this.height * this.scale) / 2;
    this.clamp();
  }

  /** Brings places into view, if they are not there. */
  show(points: [number, number][], scale?: number): void {
    if (!points.length) return;
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const [xs, ys] = [points.map((at) => at[0]), points.map((at) => at[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (scale === undefined && points.every(([x, y]) => {
      const [sx, sy] = this.screen(x, y);
      return sx > 60 && sy > 60 && sx < wide - 60 && sy < high - 60;
    })) return;
    const fits = Math.min(wide / (right - left + 300), high / (bottom - top + 300));
    this.scale = scale ?? Math.max(this.least(), Math.min(this.scale, fits));
    this.x = wide / 2 - ((left + right) / 2) * this.scale;
    this.y = high / 2 - ((top + bottom) / 2) * this.scale;
    this.clamp(0);
  }

  private least(): number {
    return Math.min(1, this.frame.clientWidth / this.width, this.frame.clientHeight / this.height) || 0.1;
  }

  /** A strip of the table may be seen beyond the map, so that what lies at its edge can be brought from under a card. */
  private clamp(most = 240): void {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    this.scale = Math.max(this.least(), this.scale);
    const within = (value: number, frame: number, size: number) => {
      const spare = Math.min(most, frame * 0.3);
      return size + spare < frame ? Math.max(0, Math.min(frame - size, value)) : Math.max(frame - size - spare, Math.min(spare, value));
    };
    this.x = within(this.x, wide, this.width * this.scale);
    this.y = within(this.y, high, this.height * this.scale);
    this.draw();
  }

  private draw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.layer.style.willChange = "transform";
      if (this.drawn !== this.scale) this.layer.style.setProperty("--scale", String((this.drawn = this.scale)));
      this.layer.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.scale})`;
      this.onmove();
      clearTimeout(this.rest);
      // at rest it is drawn anew at its scale, crisp
      this.rest = window.setTimeout(() => {
        this.layer.style.willChange = "auto";
        kept.set(`${this.name} view`, [this.scale, this.x, this.y]);
      }, 180);
    });
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.008 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }

  private down(event: PointerEvent): void {
    if (event.button > 0) return;
    this.frame.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
    if (this.grabbed && this.fingers.size > 1) this.ontrail();
    this.dragged = this.fingers.size > 1;
    this.grabbed = this.fingers.size === 1 && this.grab(event.clientX, event.clientY);
  }

  private moved(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") this.onhover(event.clientX, event.clientY);
      return;
    }
    const far = Math.hypot(event.clientX - finger.startX, event.clientY - finger.startY);
    if (!this.dragged && far < (event.pointerType === "mouse" ? 4 : TAP)) return;
    this.moves++;
    if (!this.dragged && !this.grabbed) this.ondrag();
    this.dragged = true;
    if (this.grabbed) return this.ontrail([event.clientX, event.clientY]);
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const box = this.frame.getBoundingClientRect();
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.pan(dx / 2, dy / 2);
      if (before > 8) this.zoom(after / before, (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
    } else {
      this.pan(dx, dy);
    }
    [finger.x, finger.y] = [event.clientX, event.clientY];
  }

  private up(event: PointerEvent, takes: boolean): void {
    const known = this.fingers.delete(event.pointerId);
    if (known && this.grabbed && this.dragged) {
      this.grabbed = false;
      if (takes) this.onrelease();
      else this.ontrail();
    } else if (known && takes && !this.dragged && this.fingers.size === 0) this.ontap(event.clientX, event.clientY, event.pointerType, event.shiftKey);
  }
}
