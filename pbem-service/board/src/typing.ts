// The draft as text, for who likes to type, with what a line may go on with.

import { button, el } from "./dom";
import type { Order } from "./order";
import type { Table } from "./types";
import { words } from "./words";

const MOST = 8;

export class Typing {
  readonly text = el("textarea", { id: "typed", rows: 4, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "completions" });
  private readonly list = el("div", { class: "choices completions", id: "completions", role: "group", "aria-label": words.completions });
  /** Where what came of it is shown: below what was typed, which stays in view. */
  readonly came = el("div");
  private readonly examples = el("div", { class: "choices" });
  onsend: () => void = () => {};
  /** Whether something was typed that is in no draft yet. */
  private touched = false;
  /** What was refused: it stays to be mended, and is in no draft. */
  private refused = "";

  constructor(private readonly order: Order, private table: Table) {
    this.text.addEventListener("blur", () => { if (this.touched) void this.read(); });
    this.text.addEventListener("input", () => { this.touched = true; this.complete(); });
    this.text.addEventListener("keyup", () => this.complete());
    this.text.addEventListener("keydown", (event) => {
      const first = this.list.querySelector("button");
      if (event.key === "ArrowRight" && first && this.text.selectionStart === this.text.value.length) {
        event.preventDefault();
        first.click();
      }
    });
  }

  show(table: Table): void {
    this.table = table;
    if (document.activeElement !== this.text) this.text.value = this.order.lines.join("\n") || this.refused;
    // what was proposed before holds no more
    this.complete();
    this.examples.replaceChildren(...table.examples.map((example) => button(example, () => void this.order.add([example]), { class: "choice whole" })));
  }

  /** Keeps what was refused where it was typed. */
  keep(lines: string[]): void {
    [this.refused, this.touched] = [lines.join("\n"), false];
    this.text.value = this.order.lines.join("\n") || this.refused;
  }

  /** Takes what was typed since the last time into the draft, if there is such. */
  async settle(): Promise<void> {
    if (this.touched) await this.read();
  }

  /** Takes what is written into the draft. */
  async read(): Promise<void> {
    [this.refused, this.touched] = ["", false];
    const lines = this.text.value.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
    if (lines.join("\n") !== this.order.lines.join("\n")) await this.order.change(lines);
  }

  /** Offers what the line at the end may become: orders that are legal now, then words with which lines begin. */
  private complete(): void {
    const line = this.text.value.slice(this.text.value.lastIndexOf("\n") + 1);
    const begun = line.trimStart().toLowerCase();
    const legal = this.order.ways.flatMap((way) => [way.text, ...way.next.map((next) => next.text)]);
    const all = [...this.table.examples, ...legal.map((text) => text.replace(/ …$/, " ")), ...this.table.words];
    const typed = this.order.lines.includes(line.trim()) && document.activeElement !== this.text;
    const fits = typed ? [] : [...new Set(all)].filter((text) => begun && !text.includes("…") && text.toLowerCase().startsWith(begun) && text.trim().toLowerCase() !== begun.trim());
    this.list.replaceChildren(...fits.slice(0, MOST).map((text) => button(text, () => {
      this.text.value = this.text.value.slice(0, this.text.value.length - line.length) + text;
      this.touched = true;
      this.text.focus();
      this.complete();
    }, { class: "choice" })));
  }

  /** Its press leaves the focus in the text: what is typed goes into the draft as it is sent, and moves nothing under the pointer. */
  private send(): HTMLButtonElement {
    return button(words.send(1), () => void this.read().then(() => this.onsend()), { class: "main", onmousedown: (event: Event) => event.preventDefault() });
  }

  tab(): HTMLElement {
    const { table } = this;
    return el("div", {}, el("label", { for: "typed" }, words.typingHelp), this.text, this.list,
      el("div", { class: "buttons" }, this.send(), el("a", { href: `/games/${table.game}/help`, target: "_blank" }, words.help)), this.came, this.examples);
  }
}
