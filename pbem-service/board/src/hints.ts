// Three hints for the first game, each of which goes when one has done what it says.

import { button, el, kept } from "./dom";
import { words } from "./words";

export type Deed = "picked" | "sent" | "moved";

const DEEDS: readonly Deed[] = ["picked", "sent", "moved"];

export class Hints {
  readonly root = el("div", { class: "hints", role: "note" });
  /** The hint that had the focus is gone. */
  ongone: () => void = () => {};
  private at = kept.number("hints") ?? 0;

  /** Shows the first that is not known. */
  begin(): void {
    this.show();
  }

  did(deed: Deed): void {
    if (DEEDS[this.at] === deed) this.next();
  }

  /** Somebody is at work: what is said here is in his way until he comes again. */
  rest(): void {
    if (!this.root.contains(document.activeElement)) this.root.classList.add("rests");
  }

  private next(): void {
    const had = this.root.contains(document.activeElement);
    kept.set("hints", ++this.at);
    this.show();
    if (!had) return;
    const button = this.root.isConnected ? this.root.querySelector("button") : null;
    if (button) button.focus();
    else this.ongone();
  }

  private show(): void {
    const last = this.at === words.hints.length - 1;
    const text = last && matchMedia("(pointer: coarse)").matches ? words.hintByTouch : words.hints[this.at];
    if (text === undefined) return this.root.remove();
    this.root.replaceChildren(el("p", {}, text), button(words.gotIt, () => this.next(), { class: "second" }));
  }
}
