// The panel: what is asked, what may be done, the draft and its sending.

import type { Api } from "./api";
import { halted } from "./chooser";
import { button, el, kept, prose } from "./dom";
import { chips } from "./lit";
import { troubles } from "./post";
import type { Choice, Order } from "./order";
import { Typing } from "./typing";
import type { Halt, Report, Table, Unattended, Verdict } from "./types";
import { words } from "./words";

/** Facts of a question that stand open where there is room. */
const FEW_FACTS = 3;
/** Windows that have room for them. */
const HIGH = "(min-height: 52rem)";
/** Lines of what came of something that the bar keeps. */
const HEARD = 60;
/** What a line says in which odds or dice stand. */
const DECISIVE = /\b(die|dice|rolls?)\b|\b\d+:\d+\b/i;
/** For so long a click takes nothing more back, in milliseconds. */
const REST = 700;
/** Orders of one word that the bar of narrow windows has room for. */
const IN_BAR = 2;

/** Whether a draft ends at a line because that cannot be. */
const isWrong = (halt: Halt): boolean => halt.why === "refused" || halt.why === "misread";

const settled = (verdict: Verdict): boolean =>
  verdict === "Parked" || (typeof verdict === "object" && ("Done" in verdict || "Answered" in verdict || "TriedOut" in verdict));

export class Panel {
  readonly ask = el("section", { class: "asked", "aria-label": words.ask });
  /** What is wrong with the mail of this game. */
  readonly notes = el("div", { class: "notes" });
  readonly choices = el("section", { class: "beginnings", "aria-label": words.choices });
  readonly draft = el("section", { class: "draft", "aria-label": words.draft });
  readonly results = el("section", { class: "results", "aria-live": "polite", hidden: true });
  readonly bar = el("section", { class: "bar", "aria-label": words.send(1) });
  readonly typing: Typing;
  /** What came of it last, above the bar of narrow windows, where the panel is not seen. */
  private readonly heard = el("div", { class: "echo", role: "status", hidden: true });
  private readonly blocked = el("div", { class: "blocked", hidden: true });
  private readonly title = el("div");
  private readonly rest = el("div");
  private sending = false;
  /** Whether something was taken back just now: the second click of two is none of its own. */
  private takesBack = false;
  /** The question whose facts somebody has opened or closed, and how he left them. */
  private facts: [ask: number, open: boolean] | undefined;
  /** What would answer the open questions without their player, and the state for which that was asked. */
  private unattended: Unattended[] = [];
  private told = "";
  onwish: () => void = () => {};
  ontake: (choice: Choice) => void = () => {};
  /** The order that is put together goes into the draft as it is. */
  onwhole: () => void = () => {};
  /** Orders shall be sent while another is put together. */
  onunfinished: () => void = () => {};
  /** What came of something is shown. */
  ontold: () => void = () => {};
  /** Told of the lines that one's own orders have put into the log, and of how it was when they were sent. */
  onsent: (own: string[], before: Table) => void = () => {};
  line: (text: string, onorder?: (line: string) => void) => Node[] = (text) => [document.createTextNode(text)];
  /** An order that a refusal names is taken in its place. */
  oninstead: (line: string) => void = () => {};

  constructor(private readonly api: Api, private readonly order: Order, private table: Table) {
    this.showNotes();
    this.typing = new Typing(order, table);
    this.typing.onsend = () => void this.send();
    this.ask.append(this.blocked, this.title, this.choices, this.rest);
  }

  show(table: Table): void {
    const other = table !== this.table;
    this.table = table;
    if (other) this.showNotes();
    this.showBlocked();
    this.showAsk();
    this.showChoices();
    this.showDraft();
    this.showBar();
    this.typing.show(table);
  }

  get goesBy(): boolean {
    return this.order.goesBy;
  }

  /** What is wrong with the mail, and that this browser has not the seat which the address names. */
  private showNotes(): void {
    const { table, api } = this;
    const notes = troubles(table, api, () => this.onwish());
    if (api.seat !== null && table.seat !== api.seat) notes.push(el("section", { class: "note", role: "status" }, el("p", {}, words.noSuchSeat(api.seat, table.side ? words.youPlay(table.side[1]) : words.onlooker.replace(/\.$/, "")))));
    this.notes.replaceChildren(...notes);
  }

  /** The first line of the draft that is refused, before all else: nothing more can be done until it is mended. */
  private showBlocked(): void {
    const { halt } = this.order;
    const shown = halt && isWrong(halt) ? [el("h2", {}, words.lineRefused(halt.line + 1)), halted(halt, this.oninstead), el("p", { class: "quiet" }, words.mend)] : [];
    this.blocked.hidden = !shown.length;
    if (this.blocked.textContent === shown.map((one) => one.textContent).join("")) return;
    this.blocked.replaceChildren(...shown);
    this.ask.scrollTop = 0;
  }

  /** Whatever is asked, or why nothing is. */
  private showAsk(): void {
    const { table } = this;
    const [ask] = table.asks;
    const [parts, rest]: [Node[], Node[]] = [[], []];
    if (table.outcome) {
      const [winner, why] = table.outcome;
      const own = table.side && winner === table.side[0];
      parts.push(el("h2", {}, own ? `${words.won}: 🏵` : words.won), el("p", { class: "outcome" }, ...this.line(why)), el("p", {}, el("a", { href: `/games/${table.game}/export.jsonl` }, words.wholeGame)));
    } else if (ask) {
      parts.push(el("h2", {}, words.ask), el("p", { class: "title" }, ...prose(ask.title)));
      const drafts = this.order.lines.length > 0;
      if (ask.details.length) {
        let open = this.facts?.[0] === ask.id ? this.facts[1] : ask.details.length <= FEW_FACTS && !drafts && matchMedia(HIGH).matches;
        const all = el("details", { open, ontoggle: () => { if (all.open !== open) this.facts = [ask.id, open = all.open]; } },
          el("summary", {}, words.facts(ask.details.length)), el("ul", {}, ...ask.details.map((line) => el("li", {}, ...this.line(line)))));
        rest.push(all);
      }
      // why nothing can be chosen is said where it was
      if (this.order.halt && !isWrong(this.order.halt)) parts.push(el("p", { class: "quiet" }, words.sendFirst(this.order.halt.order)));
      // who answers need not be told what would answer for him, and sees what he may do next
      if (!drafts) rest.push(...this.withoutHand(ask));
      if (this.told !== this.api.tag) void this.askUnattended();
    } else {
      parts.push(el("h2", {}, words.waiting(words.and(table.waiting))), el("p", { class: "quiet" }, table.side ? `${words.nothing} ${words.ahead}` : words.onlooker));
      if (table.other_seat) parts.push(el("p", {}, el("a", { href: table.other_seat, target: "_blank" }, words.otherSeat)));
    }
    this.title.replaceChildren(...parts);
    this.rest.replaceChildren(...rest);
  }

  /** Whether something that can be opened in the question is open. */
  private isOpen(summary: string): boolean {
    return [...this.ask.querySelectorAll("details")].some((one) => one.open && one.firstElementChild?.textContent === summary);
  }

  private async askUnattended(): Promise<void> {
    this.told = this.api.tag;
    this.unattended = await this.api.unattended().catch(() => []);
    this.showAsk();
  }

  /** By when it is to be answered, and what answers it if its player does not. */
  private withoutHand({ id, claim }: Table["asks"][number]): HTMLElement[] {
    const known = this.unattended.find((one) => one.ask === id);
    const clock = known && known.default !== null ? words.isDefault(known.default) : words.waitsForYou;
    const parts: HTMLElement[] = [el("p", { class: "quiet clock" }, claim === "Right" ? `${clock} ${words.mayPass}` : clock)];
    if (!known?.standing.length) return parts;
    const list = known.standing.map(({ line, words: meaning, order }) => el("li", {}, el("code", {}, line), `: ${meaning}; ${words.wouldOrder(order)} `, button(words.letStand, () => void this.say([line]), { class: "link", "aria-label": `${words.letStand}: ${line}` })));
    const summary = words.standingWould(list.length);
    parts.push(el("details", { class: "standing", open: this.isOpen(summary) }, el("summary", {}, summary), el("ul", {}, ...list)));
    return parts;
  }

  private showChoices(): void {
    const { order } = this;
    const list = order.open && order.steps.length === 0 ? order.beginnings() : [];
    this.choices.hidden = list.length === 0;
    const shown = list.filter((choice) => choice.complete || choice.next?.length).map((choice) => {
      const made = button(el("span", {}, choice.text.replace(/ …$/, "")), () => this.ontake(choice), { class: choice.complete ? "choice whole" : "choice" });
      for (const chip of chips(choice)) made.append(el("small", {}, chip));
      return made;
    });
    if (shown.length === 0) this.choices.hidden = true;
    this.choices.replaceChildren(el("h2", {}, words.choices), el("div", { class: "choices" }, ...shown));
  }

  private showDraft(): void {
    const { order, table } = this;
    this.draft.hidden = table.side === null || table.outcome !== null || (table.asks.length === 0 && !order.lines.length && !table.parked.length && !table.returned.length);
    const item = (line: string, at: number) => {
      const move = (by: number) => () => {
        const lines = [...order.lines];
        const [one] = lines.splice(at, 1);
        if (one !== undefined) lines.splice(at + by, 0, one);
        void order.change(lines);
      };
      const ends = order.halt?.line === at;
      return el("li", { class: ends && order.halt ? (isWrong(order.halt) ? "ends wrong" : "ends") : undefined },
        el("div", { class: "line" }, el("code", {}, line), el("span", { class: "tools" },
          at > 0 ? button("↑", move(-1), { "aria-label": `${words.earlier}: ${line}` }) : null,
          at < order.lines.length - 1 ? button("↓", move(1), { "aria-label": `${words.later}: ${line}` }) : null,
          button("×", () => void order.change(order.lines.filter((_, other) => other !== at)), { "aria-label": `${words.remove}: ${line}` }))),
        order.givesUp.has(line.toLowerCase()) ? el("p", { class: "gives-up" }, words.givesUp(order.givesUp.get(line.toLowerCase()) ?? "")) : null,
        // why it is refused stands at the top
        ends && order.halt && !isWrong(order.halt) ? el("p", { class: "quiet" }, ...prose(order.halt.words)) : null);
    };
    this.draft.classList.toggle("sends", order.lines.length > 0);
    const parts: Node[] = [el("h2", {}, words.draft)];
    if (order.stale) parts.push(el("p", { class: "warning", role: "status" }, words.movedOn));
    if (order.lines.length) parts.push(el("ol", {}, ...order.lines.map(item)));
    else if ((kept.number("hints") ?? 0) < words.hints.length) parts.push(el("p", { class: "quiet hint" }, words.draftEmpty));
    const tools = el("div", { class: "buttons" });
    if (order.lines.length && order.composing) parts.push(el("p", { class: "quiet" }, words.unfinished(order.text)));
    if (order.lines.length) tools.append(this.sendButton(), button(words.tryOut, () => void this.tryOut(), { class: "second" }), button(words.clear, () => void order.change([]), { class: "second" }));
    if (order.removed.length > order.lines.length) tools.append(button(words.restore, () => { const { removed } = order; order.removed = []; void order.change(removed); }, { class: "second" }));
    if (table.undo.length && !order.lines.length) tools.append(button(words.undo(table.undo[0] ?? ""), () => void this.takeBack("undo"), { class: "second" }));
    if (table.undo.length > 1 && !order.lines.length) tools.append(button(words.undoAll(table.undo.length), () => void this.takeBack("undo all"), { class: "second" }));
    const waits = this.waiting();
    // an empty heading stands for nothing
    if (parts.length === 1 && !tools.childElementCount && !waits.length) this.draft.hidden = true;
    parts.push(tools, ...waits);
    this.draft.replaceChildren(...parts);
    // the line that is refused is in view, else the newest
    const [list, end] = [this.draft.querySelector("ol"), this.draft.querySelector(".ends")];
    if (list) list.scrollTop = end ? end.getBoundingClientRect().top - list.getBoundingClientRect().top : list.scrollHeight;
  }

  /** Orders that wait for their time, and those that came back. */
  private waiting(): HTMLElement[] {
    const { table, order } = this;
    const list = (lines: string[]) => el("ul", { class: "lines" }, ...lines.map((line) => el("li", {}, el("code", {}, line))));
    const parts: HTMLElement[] = [];
    if (table.parked.length) parts.push(el("h3", {}, words.waitsOrders), list(table.parked), button(words.takeBack, () => void this.say(["take back"]), { class: "second" }));
    if (table.returned.length && !order.lines.length) parts.push(el("h3", {}, words.returned), list(table.returned), button(words.toDraft, () => void order.add(table.returned), { class: "second" }));
    return parts;
  }

  private async takeBack(line: string): Promise<void> {
    if (this.takesBack) return;
    this.takesBack = true;
    await this.say([line]);
    setTimeout(() => { this.takesBack = false; }, REST);
  }

  /** Its press leaves the focus where one types: what is typed is sent with the draft, by one click. */
  private sendButton(): HTMLButtonElement {
    return button(this.sending ? words.sending : words.send(this.order.lines.length), () => void this.send(), { class: "main send", disabled: this.sending || this.order.composing, onmousedown: (event: Event) => event.preventDefault() });
  }

  /** The bar at the foot of narrow windows: what is asked, and the sending. */
  private showBar(): void {
    const { table, order } = this;
    const title = order.text || (order.halt && isWrong(order.halt) ? words.lineRefused(order.halt.line + 1) : "") || (table.outcome ? words.over : (table.asks[0]?.title ?? words.waiting(words.and(table.waiting))));
    const kept = [...this.bar.querySelectorAll(".keep")];
    if (order.lines.length || order.steps.length || order.offer.choices.length) this.heard.hidden = true;
    // what is one word is one touch away
    const idle = order.open && !order.lines.length && !order.steps.length && !order.offer.choices.length;
    const whole = (idle ? order.beginnings() : []).filter((choice) => choice.complete).slice(0, IN_BAR);
    const shortcuts = whole.map((choice) => button(choice.text, () => this.ontake(choice), { class: "second" }));
    // what is put together comes first: nothing is sent without it by mistake
    const sends = order.composing ? (order.whole ? [button(words.take, () => this.onwhole(), { class: "main" })] : []) : [this.sendButton()];
    this.bar.replaceChildren(this.heard, el("p", {}, title), ...(order.lines.length || order.composing ? sends : shortcuts), ...kept);
  }

  /** Tells lines where the panel is not seen, from the first of them; after those that stand there, if they go on. */
  echo(lines: string[], goOn = false): void {
    if (!lines.length) return;
    const before = goOn && !this.heard.hidden ? [...this.heard.querySelectorAll("p")] : [];
    const told = [...before, ...lines.map((line) => el("p", {}, line))].slice(0, HEARD);
    const all = el("div", { class: "heard", tabindex: "0", role: "group", "aria-label": words.came }, ...told);
    this.heard.hidden = false;
    this.heard.replaceChildren(all, button("×", () => { this.heard.hidden = true; }, { class: "close", "aria-label": words.close }));
    // odds and dice first, if there are any: what led to them stands above
    const decisive = told.slice(before.length).find((line) => DECISIVE.test(line.textContent ?? ""));
    if (decisive) all.scrollTop = decisive.offsetTop - all.offsetTop;
  }

  /** What was told above the bar has been read. */
  quiet(): void {
    this.heard.hidden = true;
  }

  /** Sends the draft as one batch. */
  async send(): Promise<void> {
    const { order, table } = this;
    await this.typing.settle();
    if (this.sending || !order.lines.length || !table.form_token) return;
    if (order.composing) return this.onunfinished();
    this.sending = true;
    let own: string[] = [];
    this.show(table);
    const ask = order.stale ? undefined : table.asks[0]?.id;
    const lines = [...order.lines];
    try {
      const report = await this.api.submit(table.form_token, { key: order.key, ...(ask === undefined ? {} : { ask }), lines });
      own = this.tell(report);
      const left = report.closed ? lines : report.lines.flatMap(({ text, verdict }) => (settled(verdict) ? [] : [text]));
      // what was refused stays to be mended, but stands in no one's way: it comes back by one click
      const refused = report.lines.some(({ verdict }) => typeof verdict === "object" && ("Refused" in verdict || "Misread" in verdict));
      order.left(refused && !report.closed ? [] : left);
      if (refused) order.removed = left;
      this.typing.keep(refused ? left : []);
    } catch (error) {
      this.results.hidden = false;
      this.results.replaceChildren(el("p", { class: "warning" }, String(error instanceof Error ? error.message : error)));
    }
    this.sending = false;
    this.onsent(own, table);
  }

  /** Sends lines that belong to no draft. */
  async say(lines: string[], said?: string): Promise<boolean> {
    const { table } = this;
    if (!table.form_token) return false;
    const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const report = await this.api.submit(table.form_token, { key, lines, ...(said ? { say: said } : {}) }).catch((error) => {
      this.results.hidden = false;
      this.results.replaceChildren(el("p", { class: "warning" }, String(error)));
    });
    this.onsent(report && lines.length ? this.tell(report) : [], table);
    return report !== undefined;
  }

  private async tryOut(): Promise<void> {
    const report = await this.api.preview(this.order.lines).catch(() => null);
    if (report) this.tell({ ...report, lines: report.lines.filter(({ text }) => text !== "preview:") });
  }

  /** Shows what came of orders; gives the lines that they have put into the log. */
  private tell(report: Report): string[] {
    const done = report.lines.flatMap(({ verdict }) => (typeof verdict === "object" && "Done" in verdict ? verdict.Done : []));
    const plain = !report.closed && report.lines.every(({ verdict }) => typeof verdict === "object" && "Done" in verdict);
    const line = ({ text, verdict }: Report["lines"][number]): HTMLElement => {
      const many = (kind: string, lines: string[]) => el("li", { class: kind }, plain ? null : el("code", {}, text), ...lines.map((one) => el("p", {}, ...this.line(one, kind === "bad" ? this.oninstead : undefined))));
      if (typeof verdict === "string") return many("open", [verdict === "Parked" ? words.parked : verdict === "TakenBack" ? words.takenBack : words.notReached]);
      if ("Done" in verdict) return many("good", verdict.Done);
      if ("Answered" in verdict) return many("good", verdict.Answered);
      if ("TriedOut" in verdict) return many("good", verdict.TriedOut);
      if ("Misread" in verdict) return many("bad", [verdict.Misread]);
      if ("Returned" in verdict) return many("open", [verdict.Returned]);
      const { refusal } = verdict.Refused;
      return many("bad", [`${/\d/.test(refusal.case) ? `[${refusal.case}] ` : ""}${refusal.message}.`, refusal.remedy].filter(Boolean));
    };
    this.results.hidden = false;
    this.ontold();
    this.results.replaceChildren(
      el("div", { class: "head" }, el("h2", {}, words.came), button("×", () => { this.results.hidden = true; }, { class: "close", "aria-label": words.close })),
      report.closed ? el("p", { class: "warning" }, report.closed) : "",
      el("ol", {}, ...report.lines.map(line)),
    );
    this.echo(report.lines.flatMap(({ verdict }) => (typeof verdict === "object" && "Refused" in verdict ? [verdict.Refused.summary] : typeof verdict === "object" && "Misread" in verdict ? [verdict.Misread] : [])).concat(done));
    return done;
  }
}
