// The card beside the click: what may be chosen there, or why nothing may.

import { button, el, prose } from "./dom";
import type { Faces } from "./faces";
import { chips, type Lit } from "./lit";
import type { Choice, Order } from "./order";
import type { Places } from "./places";
import type { Halt, Piece, Refusal } from "./types";
import { words } from "./words";

/** Choices on the board that are listed without being asked for. */
const FEW = 10;

export interface Shown {
  order: Order;
  lit: Lit;
  /** Choices between which a click left open; else those of the offer. */
  between?: Choice[] | undefined;
  hex?: number | undefined;
  stack: Piece[];
  unit?: number | undefined;
}

export class Chooser {
  readonly root = el("section", { class: "chooser", role: "dialog", "aria-label": words.choices, hidden: true });
  ontake: (choice: Choice) => void = () => {};
  onpick: (piece: Piece) => void = () => {};
  onclose: () => void = () => {};
  onwhole: () => void = () => {};
  onglance: (choice: Choice | undefined) => void = () => {};
  private at: [number, number] = [0, 0];

  constructor(private readonly frame: HTMLElement, private readonly places: Places, private readonly faces: Faces) {
    this.root.addEventListener("keydown", (event) => {
      const buttons = [...this.root.querySelectorAll<HTMLElement>("button, summary")].filter((one) => one.offsetParent !== null);
      const here = buttons.indexOf(document.activeElement as HTMLElement);
      if (event.key === "ArrowDown") buttons[(here + 1) % buttons.length]?.focus();
      else if (event.key === "ArrowUp") buttons[(here - 1 + buttons.length) % buttons.length]?.focus();
      else return;
      event.preventDefault();
    });
  }

  /** Shows the card beside a place of the frame. */
  show(shown: Shown, at: [number, number]): void {
    this.at = at;
    const { order, lit, between, stack, hex } = shown;
    const { refused, halt } = order.offer;
    const had = this.root.contains(document.activeElement);
    const piece = stack.find((one) => one.unit !== undefined && one.unit === shown.unit) ?? (stack.length === 1 ? stack[0] : undefined);
    const title = order.text || piece?.name || (hex === undefined ? words.choices : this.places.label(hex));
    const head = el("div", { class: "head" }, el("h2", {}, title), button("×", () => this.onclose(), { class: "close", "aria-label": words.letGo }));
    const parts: (Node | null)[] = [head];
    if (hex !== undefined) parts.push(el("p", { class: "quiet" }, [this.places.label(hex), this.places.ground(hex), piece?.note ?? ""].filter(Boolean).join(" · ")));
    if (order.odds) parts.push(el("p", { class: "odds" }, el("strong", {}, order.odds.odds), order.odds.column === order.odds.odds ? "" : ` → ${order.odds.column}`));
    if (stack.length > 1) parts.push(this.fan(stack, shown.unit));
    if (refused && !between) parts.push(refusal(refused));
    if (halt) parts.push(halted(halt));
    const choices = between ?? lit.plain;
    const list = el("div", { class: "choices" });
    // what ends the order as it stands comes first
    const ends = (choice: Choice) => choice.complete && choice.text === order.text;
    for (const choice of choices.toSorted((one, other) => Number(ends(other)) - Number(ends(one)))) {
      list.append(ends(choice) ? button(words.take, () => this.ontake(choice), { class: "main whole" }) : this.choice(choice));
    }
    if (order.whole && !between) list.prepend(button(words.take, () => this.onwhole(), { class: "main whole" }));
    if (!between && order.offer.choices.length) {
      const onBoard = [...new Set([...lit.units.values(), ...lit.hexes.values(), ...lit.others.values()].flat())];
      if (onBoard.length > FEW) {
        const inside = el("div", { class: "choices" });
        const more = el("details", { ontoggle: () => { if (!inside.childElementCount) inside.append(...onBoard.map((one) => this.choice(one))); } }, el("summary", {}, words.listed(onBoard.length)), inside);
        parts.push(el("p", { class: "quiet" }, words.lit(lit.hexes.size)));
        list.append(more);
      } else {
        list.append(...onBoard.map((one) => this.choice(one)));
      }
    }
    parts.push(list.childElementCount ? list : null);
    this.root.replaceChildren(...parts.filter((part): part is Node => part !== null));
    this.root.hidden = false;
    this.settle();
    if (had) this.focus();
  }

  /** Goes with the board. */
  move(at: [number, number]): void {
    this.at = at;
    this.settle();
  }

  /** Keeps the card inside the frame, beside what was clicked. */
  private settle(): void {
    if (matchMedia("(max-width: 56rem)").matches) {
      this.root.style.left = this.root.style.top = "";
      return;
    }
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const { offsetWidth, offsetHeight } = this.root;
    const [x, y] = this.at;
    const left = x + 56 + offsetWidth < wide ? x + 56 : x - 56 - offsetWidth;
    this.root.style.left = `${Math.max(8, Math.min(wide - offsetWidth - 8, left))}px`;
    this.root.style.top = `${Math.max(8, Math.min(high - offsetHeight - 8, y - 60))}px`;
  }

  focus(): void {
    this.root.querySelector<HTMLElement>(".choices button, .choices summary, .fan button, .close")?.focus();
  }

  hide(): void {
    if (this.root.hidden) return;
    const had = this.root.contains(document.activeElement);
    this.root.hidden = true;
    if (had) this.frame.focus();
  }

  private choice(choice: Choice): HTMLButtonElement {
    const label = el("span", {}, choice.text.replace(/ …$/, ""));
    const made = button(label, () => this.ontake(choice), {
      class: choice.complete ? "choice whole" : "choice",
      onmouseenter: () => this.onglance(choice),
      onfocus: () => this.onglance(choice),
      onmouseleave: () => this.onglance(undefined),
    });
    for (const chip of chips(choice)) made.append(el("small", {}, chip));
    return made;
  }

  private fan(stack: Piece[], chosen: number | undefined): HTMLElement {
    const fan = el("div", { class: "fan", role: "group", "aria-label": words.stack });
    for (const piece of [...stack].reverse()) fan.append(counterButton(this.faces, piece, () => this.onpick(piece), piece.unit !== undefined && piece.unit === chosen));
    return fan;
  }
}

export function counterButton(faces: Faces, piece: Piece, on: () => void, pressed = false): HTMLButtonElement {
  const label = [piece.name, piece.note].filter(Boolean).join(", ");
  const made = button("", on, { class: "face", title: label, "aria-label": label, "aria-pressed": String(pressed), ...(piece.unit === undefined ? {} : { "data-unit": piece.unit }) });
  made.append(...piece.faces.map((face) => el("img", { src: faces.url(face), alt: "", width: 52, height: 52 })));
  return made;
}

export function refusal({ case: number, message, remedy, summary }: Refusal): HTMLElement {
  const cited = /\d/.test(number);
  return el("div", { class: "refusal", role: "alert" },
    el("p", {}, cited ? el("a", { class: "case", href: `#case-${number}`, title: summary }, `[${number}]`) : null, cited ? " " : null, ...prose(`${message}.`)),
    remedy ? el("p", {}, ...prose(remedy)) : null,
    summary ? el("p", { class: "quiet" }, ...prose(summary)) : null);
}

export function halted(halt: Halt): HTMLElement {
  return halt.refusal ? el("div", {}, el("p", {}, el("code", {}, halt.order)), refusal(halt.refusal)) : el("p", { class: "quiet" }, el("code", {}, halt.order), ` ${halt.words}`);
}
