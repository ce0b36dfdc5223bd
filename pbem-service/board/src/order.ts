// The order that is put together, and the draft of those that wait to be sent. No element of the page is touched here.

import { kept } from "./dom";
import type { Api, Begun } from "./api";
import type { Halt, Next, Refusal, Scene, Table, Thing, Way } from "./types";

/** A way to go on: the steps to be added, and what is known of them. */
export interface Choice {
  steps: unknown[];
  text: string;
  complete: boolean;
  facts: Next["facts"];
  via: Thing[];
  /** The steps after it, if they are known. */
  next?: Next[];
}

export interface Offer {
  /** Where it was clicked. */
  at?: Thing;
  choices: Choice[];
  refused?: Refusal;
  halt?: Halt;
  /** Why an order can neither end nor go on as it has begun. */
  stuck?: string[];
}

interface Saved { lines: string[]; key: string; bound: string | null }

const choice = (next: Next, lead: unknown[] = [], after?: Next[]): Choice => ({
  steps: [...lead, ...(next.before ?? []), next.step],
  text: next.text,
  complete: next.complete,
  facts: next.facts,
  via: next.via ?? [],
  ...(after ? { next: after } : {}),
});

export const hexOf = (things: Thing[] | undefined): number | undefined => {
  const found = (things ?? []).find((thing) => "hex" in thing);
  return found && "hex" in found ? found.hex : undefined;
};
export const unitOf = (things: Thing[] | undefined): number | undefined => {
  const first = things?.[0];
  return first && "unit" in first ? first.unit : undefined;
};

/** Whether a refusal names a case of the rules. */
export const isCited = (refusal: Refusal | undefined): boolean => /\d/.test(refusal?.case ?? "");

export class Order {
  lines: string[] = [];
  removed: string[] = [];
  key = newKey();
  bound: string | null = null;
  steps: unknown[] = [];
  /** What lines of the draft give up that is unspent. */
  readonly givesUp = new Map<string, string>();
  text = "";
  whole = false;
  odds?: Next["facts"]["odds"];
  /** What the steps so far act on. */
  acts: Thing[] = [];
  private path: number[] | undefined;
  /** What lines that were chosen on the board act on, to be drawn: not more than this window knows. */
  readonly chosen = new Map<string, Pick<Order, "acts" | "odds"> & { path: number[] | undefined }>();
  /** What may come next. */
  offer: Offer = { choices: [] };
  /** What may come at the beginning of an order, two steps deep. */
  ways: Way[] = [];
  halt: Halt | null = null;
  /** The board as the draft leaves it. */
  scene: Scene | null = null;
  /** Whether a way has been offered that leads on from a hex: not every game has such. */
  goesBy = false;
  private turn = 0;
  /** Whether somebody has chosen a step of what is put together, and not only pointed at a thing that can do but one. */
  private byHand = false;
  onchange: () => void = () => {};

  constructor(private readonly api: Api, private readonly name: string, private table: Table) {
    this.read();
    addEventListener("storage", (event) => {
      if (event.key === this.name && this.read()) void this.renew();
    });
  }

  /** Reads the draft that is kept in this browser; whether it was another. */
  private read(): boolean {
    const saved = kept.get<Saved>(this.name);
    const before = this.lines.join("\n");
    if (!saved || !Array.isArray(saved.lines)) return false;
    this.lines = saved.lines.filter((line) => typeof line === "string");
    this.key = typeof saved.key === "string" ? saved.key : newKey();
    this.bound = typeof saved.bound === "string" ? saved.bound : null;
    return this.lines.join("\n") !== before;
  }

  private keep(): void {
    kept.set(this.name, { lines: this.lines, key: this.key, bound: this.bound } satisfies Saved);
  }

  get begun(): Begun {
    const ask = this.table.asks[0]?.id;
    return { ...(ask === undefined ? {} : { ask }), draft: this.lines, steps: this.steps };
  }

  /** Whether an order is put together that is in no draft yet. */
  get composing(): boolean {
    return this.byHand && this.steps.length > 0;
  }

  get stale(): boolean {
    return this.lines.length > 0 && this.bound !== null && this.bound !== this.table.bound;
  }

  /** Whether the draft goes on: nothing in it has to be sent before. */
  get open(): boolean {
    return this.table.side !== null && this.table.outcome === null && this.halt === null;
  }

  async setTable(table: Table): Promise<void> {
    // what is said in the meantime takes no order out of one's hands
    const same = table.bound === this.table.bound && table.asks[0]?.id === this.table.asks[0]?.id && table.outcome === this.table.outcome && table.scene.caption === this.table.scene.caption;
    this.table = table;
    if (this.composing && same) return this.onchange();
    await this.renew();
  }

  /** Begins anew after the draft as it is. */
  async renew(): Promise<void> {
    const turn = ++this.turn;
    this.steps = [];
    this.forget();
    this.offer = { choices: [] };
    if (this.table.side === null || this.table.outcome) return this.onchange();
    if (this.lines.length === 0) [this.scene, this.halt] = [null, null];
    this.onchange();
    const { begun } = this;
    const drafted = this.lines.length ? await this.api.drafted(begun).catch(() => null) : null;
    if (turn !== this.turn) return;
    if (drafted) [this.scene, this.halt] = [drafted.scene, drafted.halt];
    const told = this.halt ? null : await this.api.ways(begun).catch(() => null);
    if (turn !== this.turn) return;
    this.ways = told?.ways ?? [];
    if (told?.halt) this.halt = told.halt;
    this.onchange();
  }

  /** The choices at the beginning of an order. */
  beginnings(): Choice[] {
    return this.ways.map((way) => choice(way, [], way.complete ? undefined : way.next));
  }

  /** Units on which the beginning of an order acts. */
  actors(): number[] {
    const things = this.ways.flatMap((way) => [...(way.facts.on ?? []), ...way.next.flatMap((next) => next.facts.on ?? [])]);
    return [...new Set(things.flatMap((thing) => ("unit" in thing ? [thing.unit] : [])))];
  }

  /** Somebody points at a thing: it goes on with the order, or begins another one. */
  async point(at: Thing, instead?: Thing): Promise<void> {
    const turn = ++this.turn;
    const told = await this.api.point(this.begun, at).catch(() => null);
    if (!told || turn !== this.turn) return;
    if (told.listed.length === 0 && this.steps.length) {
      const other = await this.api.point({ ...this.begun, steps: [] }, at).catch(() => null);
      if (turn !== this.turn) return;
      if (other && other.listed.length) {
        this.steps = [];
        this.forget();
        return this.offered(at, other.listed, other.refused, other.halt);
      }
    }
    if (told.listed.length === 0 && instead) {
      const there = await this.api.point(this.begun, instead).catch(() => null);
      if (turn !== this.turn) return;
      // where nothing is to be done there either, the reason is about what was pointed at
      if (there && (there.listed.length || !isCited(told.refused))) return this.offered(instead, there.listed, there.refused, there.halt);
    }
    return this.offered(at, told.listed, told.refused, told.halt);
  }

  private async offered(at: Thing, listed: Way[], refused?: Refusal, halt?: Halt): Promise<void> {
    const choices = listed.map((way) => choice(way, [], way.next));
    const [only] = choices;
    this.knowWays(choices.flatMap((one) => one.next ?? []));
    this.offer = { at, choices, ...(refused ? { refused } : {}), ...(halt ? { halt } : {}) };
    if (only && choices.length === 1 && !refused && !only.complete && only.next?.length) {
      return this.goOn(only);
    }
    this.onchange();
  }

  /** Goes on with a choice; an order that is whole goes into the draft. */
  async take(made: Choice): Promise<void> {
    this.byHand = true;
    return this.goOn(made);
  }

  private async goOn(made: Choice): Promise<void> {
    const turn = ++this.turn;
    const { at } = this.offer;
    this.steps = [...this.steps, ...made.steps];
    [this.text, this.whole, this.odds] = [made.text, made.complete, made.facts.odds ?? this.odds];
    this.acts = [...this.acts, ...made.via, ...(made.facts.on ?? [])];
    this.path = made.facts.path;
    let next = made.next;
    if (next === undefined) {
      const told = await this.api.legal(this.begun).catch(() => null);
      if (turn !== this.turn) return;
      next = told?.next ?? [];
    }
    if (made.complete && next.length === 0) return this.add([made.text]);
    const stuck = next.length === 0 ? await this.explained() : [];
    if (turn !== this.turn) return;
    const choices = next.map((step) => choice(step));
    this.knowWays(choices);
    this.offer = { ...(at ? { at } : {}), choices, ...(stuck.length ? { stuck } : {}) };
    // a word that can be about one thing alone is about that
    const [only] = choices;
    if (only && choices.length === 1 && !this.acts.length && !made.complete && !only.complete && !only.facts.gives_up && only.facts.on?.length) return this.goOn(only);
    this.onchange();
  }

  private knowWays(choices: Pick<Choice, "complete" | "facts">[]): void {
    const goes = choices.some(({ complete, facts }) => complete && facts.path !== undefined);
    this.goesBy ||= goes && choices.some(({ complete, facts }) => !complete && !facts.odds && hexOf(facts.on) !== undefined);
  }

  /** What the service says of the order as far as it goes, after the draft: its odds number by number, or why it cannot be. */
  async explained(): Promise<string[]> {
    const report = await this.api.preview([...this.lines, this.text.replace(/ …$/, "")]).catch(() => null);
    const verdict = report?.lines.at(-1)?.verdict;
    return typeof verdict === "object" && "TriedOut" in verdict ? verdict.TriedOut : [];
  }

  /** What is put together as it is now; gives how to come back to it. */
  remember(): () => void {
    const { steps, text, whole, odds, acts, path, byHand, offer } = this;
    return () => {
      this.turn++;
      [this.steps, this.text, this.whole, this.odds, this.acts, this.path, this.byHand, this.offer] = [steps, text, whole, odds, acts, path, byHand, offer];
      this.onchange();
    };
  }

  private forget(): void {
    [this.text, this.whole, this.odds, this.acts, this.path, this.byHand] = ["", false, undefined, [], undefined, false];
  }

  letGo(): void {
    this.turn++;
    this.steps = [];
    this.forget();
    this.offer = { choices: [] };
    this.onchange();
  }

  /** Puts lines into the draft. */
  async add(lines: string[]): Promise<void> {
    const { text, acts, odds, path } = this;
    if (acts.length && lines[0] === text) this.chosen.set(text, { acts, odds, path });
    await this.change([...this.lines, ...lines]);
  }

  async change(lines: string[]): Promise<void> {
    // what a line gives up is known while it may begin, and said as long as it waits, however it was written
    const fresh = lines.filter((line) => !this.lines.includes(line));
    for (const { text, facts } of this.ways) if (facts.gives_up && fresh.some((line) => line.toLowerCase() === text.toLowerCase())) this.givesUp.set(text.toLowerCase(), facts.gives_up);
    if (this.lines.length === 0) this.bound = this.table.bound;
    if (lines.length < this.lines.length) this.removed = this.lines;
    this.lines = lines;
    this.key = newKey();
    this.keep();
    this.halt = null;
    await this.renew();
  }

  /** After a submission: what was not settled stays. What may be done then, the next state of the table says. */
  left(lines: string[]): void {
    this.lines = lines;
    this.removed = [];
    this.key = newKey();
    this.bound = this.table.bound;
    this.letGo();
    [this.ways, this.scene, this.halt] = [[], null, null];
    this.keep();
    this.onchange();
  }
}

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
