// Making and finding elements.

type Props = Record<string, string | boolean | number | undefined | ((event: never) => void)>;

/** Windows in which panel and card lie at the foot, as the style sheet has it. */
export const NARROW = "(max-width: 56rem)";

/** An element with properties, attributes and children; what begins with "on" is a listener. */
export function el<K extends keyof HTMLElementTagNameMap>(name: K, props: Props = {}, ...children: (Node | string | null)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value as unknown as EventListener);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function svg(name: string, props: Record<string, string | number> = {}): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, String(value));
  return made;
}

export function button(label: string | Node, on: () => void, props: Props = {}): HTMLButtonElement {
  return el("button", { type: "button", onclick: on, ...props }, label);
}

/** What stands between backticks as code, or as a button where it is an order that can be taken. */
export function prose(text: string, onorder?: (line: string) => void): Node[] {
  return text.split("`").map((part, place) => (place % 2 ? typed(part, onorder) : document.createTextNode(part)));
}

/** Something that may be typed; a button, where it is a whole order and somebody takes it. */
export function typed(text: string, onorder?: (line: string) => void): HTMLElement {
  const code = el("code", {}, text);
  return onorder && isOrder(text) ? button(code, () => onorder(text), { class: "link order" }) : code;
}

/** Whether a text that may be typed is an order as it stands: several words, none of which stands for others. */
export const isOrder = (text: string): boolean => /^\p{Ll}+ ./u.test(text) && !/…|(?<!\p{L})(HEX|HEXES|UNIT|UNITS|NAME|TEXT|SIDE|NUMBER|WORD)(?!\p{L})|(?<!\p{L})[A-Z], [A-Z](?!\p{L})/u.test(text);

/** What is kept in this browser; nothing where that is forbidden. */
export const kept = {
  get<T>(key: string): T | undefined {
    try {
      const text = localStorage.getItem(key);
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  },
  /** A number that is kept; whatever else stands there counts for nothing. */
  number(key: string): number | undefined {
    const value = kept.get<unknown>(key);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  },
  set(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // full or forbidden: the page goes on without
    }
  },
};
