// The card beside the click: what may be chosen there, or why nothing may.

import { NARROW, button, el, prose } from "./dom";
import type { Case } from "./aids";
import type { Faces } from "./faces";
import { chips, type Lit } from "./lit";
import { isCited, type Choice, type Order } from "./order";
import type { Places } from "./places";
import type { Halt, Piece, Refusal } from "./types";
import { words } from "./words";

/** Choices on the board that are listed without being asked for. */
const FEW = 10;
/** Room for the buttons along the upper edge. */
const TOOLS = 56;

export interface Shown {
  order: Order;
  lit: Lit;
  /** Choices between which a click left open; else those of the offer. */
  between?: Choice[] | undefined;
  /** A choice that gives up something unspent, about which is asked once more. */
  confirm?: Choice | undefined;
  hex?: number | undefined;
  stack: Piece[];
  /** How many of the units that may be clicked stand on the map. */
  ringed: number;
  unit?: number | undefined;
}

export class Chooser {
  readonly root = el("section", { class: "chooser", role: "dialog", tabindex: "-1", "aria-label": words.choices, hidden: true });
  ontake: (choice: Choice) => void = () => {};
  onclose: () => void = () => {};
  onwhole: () => void = () => {};
  onconfirm: (choice: Choice) => void = () => {};
  onglance: (choice: Choice | undefined) => void = () => {};
  oncase: (number: string) => void = () => {};
  /** The table of results shall be seen. */
  onresults: () => void = () => {};
  /** The cases that bear on a hex. */
  about: (hex: number) => Promise<Case[]> = () => Promise.resolve([]);
  /** What the service says of the order that is put together. */
  explain: () => Promise<string[]> = () => Promise.resolve([]);
  line: (text: string, onorder?: (line: string) => void) => Node[] = prose;
  /** An order that a refusal names is taken in its place. */
  oninstead: (line: string) => void = () => {};
  /** What is shown of a choice before its words: who waits beside the map. */
  picture: (choice: Choice) => Node[] = () => [];
  private reckons = false;
  private inspects = false;
  private folded = false;
  /** The order as far as it goes: buttons say what they add to it. */
  private begun = "";
  /** What was clicked; nothing, if the card is about no place of the map. */
  private at: [number, number] | undefined;
  /** Places in the frame that may be clicked next, and how much it matters that each is seen. */
  avoid: () => [number, number, number][] = () => [];
  /** Places in the frame where something lies, which had better be seen than bare ground. */
  crowd: () => [number, number][] = () => [];
  /** A rectangle of the frame that it must leave free, if there is one. */
  besides: () => [number, number, number, number] | undefined = () => undefined;

  constructor(private readonly frame: HTMLElement, private readonly places: Places) {
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
  show(shown: Shown, at: [number, number] | undefined): void {
    this.at = at;
    const { order, lit, between, stack, hex } = shown;
    const { refused, halt } = order.offer;
    const had = this.root.contains(document.activeElement);
    const piece = stack.find((one) => one.unit !== undefined && one.unit === shown.unit) ?? (stack.length === 1 ? stack[0] : undefined);
    this.begun = order.text.replace(/ …$/, "");
    const title = shown.confirm?.text || order.text || piece?.name || (hex === undefined ? words.choices : this.places.label(hex));
    const head = el("div", { class: "head" }, el("h2", {}, title), this.foldButton(), button("×", () => this.onclose(), { class: "close", "aria-label": words.letGo }));
    const parts: (Node | null)[] = [head];
    if (hex === undefined && piece?.box) parts.push(el("p", { class: "quiet" }, [piece.box, piece.note ?? ""].filter(Boolean).join(" · ")));
    if (hex !== undefined) {
      const label = this.places.label(hex);
      parts.push(el("p", { class: "quiet" }, [label === title ? "" : label, this.places.ground(hex), piece?.note ?? ""].filter(Boolean).join(" · ")));
    }
    if (shown.confirm) return this.ask(shown.confirm, head);
    if (order.odds) parts.push(odds(order.odds));
    if (order.offer.stuck) parts.push(el("div", { class: "refusal", role: "alert" }, ...order.offer.stuck.map((line) => el("p", {}, ...this.line(line, this.oninstead)))));
    // that nothing is to be done in a hex that is only looked at is no news
    const looks = order.steps.length === 0 && hex !== undefined && !isCited(refused);
    if (refused && !between && !looks) parts.push(refusal(refused, this.oninstead));
    if (halt) parts.push(halted(halt, this.oninstead));
    // what blocks is said where one clicks
    if (order.halt && order.steps.length === 0 && !order.offer.choices.length) parts.push(el("p", { class: "quiet blocked" }, words.sendFirst(order.halt.order)));
    // with which words orders begin the panel says
    const begins = order.steps.length === 0 && order.offer.choices.length === 0;
    const choices = between ?? (begins ? [] : lit.plain);
    const list = el("div", { class: "choices" });
    // what ends the order as it stands comes first
    const ends = (choice: Choice) => choice.complete && choice.text === this.begun;
    for (const choice of choices.toSorted((one, other) => Number(ends(other)) - Number(ends(one)))) {
      list.append(ends(choice) ? button(words.take, () => this.ontake(choice), { class: "main whole" }) : this.choice(choice));
    }
    if (order.whole && !between) list.prepend(button(words.take, () => this.onwhole(), { class: "main whole" }));
    if (!between && order.offer.choices.length) {
      const onBoard = byCost([...new Set([...lit.units.values(), ...lit.hexes.values(), ...lit.others.values()].flat())].filter((one) => !choices.includes(one)));
      parts.push(lit.hexes.size || lit.units.size ? el("p", { class: "quiet" }, words.lit(lit.hexes.size, shown.ringed, lit.units.size - shown.ringed)) : null);
      if (onBoard.length > FEW) {
        const inside = el("div", { class: "choices" });
        const more = el("details", { ontoggle: () => { if (!inside.childElementCount) inside.append(...onBoard.map((one) => this.choice(one))); } }, el("summary", {}, words.listed(onBoard.length)), inside);
        list.append(more);
      } else {
        list.append(...onBoard.map((one) => this.choice(one)));
      }
    }
    parts.push(list.childElementCount ? list : null, order.odds && !order.offer.stuck ? this.reckoning() : null, order.odds ? button(words.resultsTable, () => this.onresults(), { class: "link" }) : null, hex === undefined || between ? null : this.bears(hex));
    this.root.replaceChildren(...parts.filter((part): part is Node => part !== null));
    this.root.hidden = false;
    this.settle();
    if (had) this.focus();
  }

  /** Leaves only the heading of the card, or opens it again: what lies beneath is seen, and nothing is let go. */
  private foldButton(): HTMLButtonElement {
    const fold = button("", () => {
      this.folded = !this.folded;
      draw();
      this.settle();
    }, { class: "fold" });
    const draw = () => {
      this.root.classList.toggle("folded", this.folded);
      fold.textContent = this.folded ? "▾" : "▴";
      fold.setAttribute("aria-label", this.folded ? words.unfold : words.fold);
      fold.setAttribute("aria-expanded", String(!this.folded));
    };
    draw();
    return fold;
  }

  /** How the odds come about, number by number, for who asks. */
  private reckoning(): HTMLElement {
    const list = el("ul", { class: "bears" });
    const load = () => void this.explain().then((lines) => {
      list.replaceChildren(...lines.map((line) => el("li", {}, ...this.line(line))));
      this.settle();
    }, () => {});
    if (this.reckons) load();
    const all = el("details", { open: this.reckons, ontoggle: () => {
      if (all.open && !this.reckons) load();
      this.reckons = all.open;
    } }, el("summary", {}, words.reckoning), list);
    return all;
  }

  /** What the rules say of the ground of a hex. */
  private bears(hex: number): HTMLElement {
    const list = el("ul", { class: "bears" });
    const fill = (cases: Case[]) => {
      list.replaceChildren(...cases.map(([number, title, summary]) => el("li", {}, button(`[${number}]`, () => this.oncase(number), { class: "link case" }), ` ${title}: `, ...prose(summary))));
      if (!cases.length) list.append(el("li", {}, words.noBears));
      this.settle();
    };
    const ontoggle = () => {
      this.inspects = all.open;
      if (all.open) void this.about(hex).then(fill, () => {});
    };
    const all = el("details", { open: this.inspects, ontoggle }, el("summary", {}, words.bears), list);
    return all;
  }

  /** Asks once more before something unspent is given up. */
  private ask(choice: Choice, head: HTMLElement): void {
    this.folded = false;
    this.root.classList.remove("folded");
    this.root.replaceChildren(head, el("p", { class: "warning" }, words.givesUp(choice.facts.gives_up ?? "")),
      el("div", { class: "choices" }, button(words.givesUpYes, () => this.onconfirm(choice), { class: "main whole" }), button(words.givesUpNo, () => this.onclose(), { class: "second" })));
    this.root.hidden = false;
    this.settle();
    this.focus();
  }

  /** Goes with the board. */
  move(at: [number, number] | undefined): void {
    this.at = at;
    this.settle();
  }

  /** Keeps the card inside the frame, beside what was clicked. */
  private settle(): void {
    if (matchMedia(NARROW).matches) {
      this.root.style.left = this.root.style.top = "";
      return;
    }
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const { offsetWidth, offsetHeight } = this.root;
    const inside = (at: number, size: number, frame: number, edge = 8) => Math.max(edge, Math.min(frame - size - 8, at));
    let [best, least]: [[number, number], number] = [[8, TOOLS], Infinity];
    const free = this.besides();
    const [lights, crowd] = [this.avoid(), this.crowd()];
    for (const [left, top] of this.sides(free)) {
      const at: [number, number] = [inside(left, offsetWidth, wide), inside(top, offsetHeight, high, TOOLS)];
      const covers = ([px, py]: readonly number[]) => px !== undefined && py !== undefined && px > at[0] - 20 && px < at[0] + offsetWidth + 20 && py > at[1] - 20 && py < at[1] + offsetHeight + 20;
      // what was clicked must be seen, then as much as may be of what may be clicked next
      const hidden = (this.at && covers(this.at) ? 1000 : 0) + (free && at[0] < free[2] && at[0] + offsetWidth > free[0] && at[1] < free[3] && at[1] + offsetHeight > free[1] ? 500 : 0) + lights.filter(covers).reduce((sum, [, , weight]) => sum + weight, 0) + crowd.filter(covers).length / 3
        // of places that hide as much, the nearest
        + (this.at ? Math.hypot(at[0] + offsetWidth / 2 - this.at[0], at[1] + offsetHeight / 2 - this.at[1]) / 1000 : 0);
      if (hidden < least) [best, least] = [at, hidden];
    }
    [this.root.style.left, this.root.style.top] = [`${best[0]}px`, `${best[1]}px`];
  }

  /** Where the card may stand: beside what was clicked, else in the corners. */
  private sides(free: [number, number, number, number] | undefined): [number, number][] {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const { offsetWidth, offsetHeight } = this.root;
    const corners: [number, number][] = [[wide, 56], [0, 56], [wide, high], [0, high], [wide, (high - offsetHeight) / 2], [0, (high - offsetHeight) / 2]];
    if (!this.at) return corners;
    const [x, y] = this.at;
    const [west, east] = free ? [Math.min(x - 56, free[0] - 8), Math.max(x + 56, free[2] + 8)] : [x - 56, x + 56];
    return [[x + 56, y - 60], [x - 56 - offsetWidth, y - 60], [east, y - 60], [west - offsetWidth, y - 60], [x - offsetWidth / 2, y + 56], [x - offsetWidth / 2, y - 56 - offsetHeight], ...corners];
  }

  /** Leads the keys to what may be chosen, if the card is seen. */
  focus(): void {
    if (this.root.hidden) return;
    const first = this.root.querySelector<HTMLElement>(".choices button, .choices summary");
    // a list that is closed stands for what is lit on the map
    (first?.localName === "summary" ? this.frame : (first ?? this.root)).focus();
  }

  hide(): void {
    if (this.root.hidden) return;
    const had = this.root.contains(document.activeElement);
    this.root.hidden = true;
    if (had) this.frame.focus();
  }

  private choice(choice: Choice): HTMLButtonElement {
    const text = choice.text.replace(/ …$/, "");
    // only what is added is read, the rest is heard
    const known = text.startsWith(`${this.begun}, `) ? `${this.begun}, ` : this.begun;
    const adds = known && text.startsWith(known) && text.length > known.length;
    const label = adds ? el("span", { class: "adds" }, el("span", { class: "unseen" }, known), text.slice(known.length)) : el("span", {}, text);
    const made = button(label, () => this.ontake(choice), {
      class: choice.complete ? "choice whole" : "choice",
      onmouseenter: () => this.onglance(choice),
      onfocus: () => this.onglance(choice),
      onmouseleave: () => this.onglance(undefined),
    });
    made.prepend(...this.picture(choice));
    for (const chip of chips(choice)) made.append(el("small", {}, chip));
    return made;
  }

}

/** What costs least first; what has no cost stays where it is. */
function byCost(choices: Choice[]): Choice[] {
  return choices.toSorted((one, other) => (one.facts.cost?.amount ?? 0) - (other.facts.cost?.amount ?? 0));
}

/** Odds, and how likely each result is. */
function odds({ odds, column, chances }: NonNullable<Choice["facts"]["odds"]>): HTMLElement {
  const all = (chances ?? []).reduce((sum, chance) => sum + chance.rolls, 0);
  const rows = (chances ?? []).map(({ result, rolls }) => {
    const bar = el("i", { "aria-hidden": "true" });
    bar.style.width = `${(100 * rolls) / all}%`;
    return el("li", {}, el("b", {}, result), el("span", { class: "bar-of" }, bar), el("small", {}, words.rolls(rolls, all)));
  });
  return el("div", { class: "odds" }, el("p", {}, el("strong", {}, odds), column === odds ? "" : ` → ${column}`), rows.length ? el("ul", { class: "chances", "aria-label": words.chances }, ...rows) : null);
}

export function counterButton(faces: Faces, piece: Piece, on: () => void, pressed = false): HTMLButtonElement {
  const label = [piece.name, piece.note].filter(Boolean).join(", ");
  const made = button("", on, { class: "face", title: label, "aria-label": label, "aria-pressed": String(pressed), ...(piece.unit === undefined ? {} : { "data-unit": piece.unit }) });
  made.append(...piece.faces.map((face) => el("img", { src: faces.url(face), alt: "", width: 52, height: 52 })));
  return made;
}

export function refusal(given: Refusal, onorder?: (line: string) => void): HTMLElement {
  const { case: number, message, remedy, summary } = given;
  const cited = isCited(given);
  return el("div", { class: "refusal", role: "alert" },
    el("p", {}, cited ? el("a", { class: "case", href: `#case-${number}`, title: summary }, `[${number}]`) : null, cited ? " " : null, ...prose(`${message}.`, onorder)),
    remedy ? el("p", {}, ...prose(remedy, onorder)) : null,
    summary ? el("p", { class: "quiet" }, ...prose(summary)) : null);
}

export function halted(halt: Halt, onorder?: (line: string) => void): HTMLElement {
  return halt.refusal ? el("div", {}, el("p", {}, el("code", {}, halt.order)), refusal(halt.refusal, onorder)) : el("p", { class: "quiet" }, el("code", {}, halt.order), " ", ...prose(halt.words, onorder));
}
