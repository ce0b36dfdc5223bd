// Talking to the service. The same question is not asked twice at a time, and what is submitted is repeated until it arrives.

import type { Halt, Moment, Next, Overlay, Refusal, Report, Scene, Table, Thing, Unattended, Way } from "./types";

export class Away extends Error {}

export interface Begun {
  ask?: number;
  draft: string[];
  steps: unknown[];
}

export class Api {
  private etag = "";
  /** Told whether the server answers. */
  onreach: (there: boolean) => void = () => {};
  /** One question after the other: the server answers a visitor's few at a time. */
  private last: Promise<unknown> = Promise.resolve();

  /** The end of every address: which of his seats a visitor means. */
  readonly seat = new URLSearchParams(location.search).get("seat");

  constructor(private readonly game: string) {}

  private address(path: string): string {
    const seat = this.seat === null ? "" : `${path.includes("?") ? "&" : "?"}seat=${encodeURIComponent(this.seat)}`;
    return `/api/games/${this.game}/${path}${seat}`;
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      const answer = await fetch(this.address(path), init);
      this.onreach(answer.status !== 502 && answer.status !== 503 && answer.status !== 504);
      return answer;
    } catch {
      this.onreach(false);
      throw new Away();
    }
  }

  /** The state; none if it is as it was. */
  async table(): Promise<Table | undefined> {
    const answer = await this.fetch("table", { headers: this.etag ? { "If-None-Match": this.etag } : {}, cache: "no-store" });
    if (answer.status === 304) return undefined;
    if (!answer.ok) throw new Away();
    const told = (await answer.json()) as Table;
    this.etag = answer.headers.get("ETag") ?? "";
    return told;
  }

  get tag(): string {
    return this.etag.replaceAll('"', "");
  }

  private ask<T>(what: string, body: unknown): Promise<T> {
    const asked = this.last.catch(() => {}).then(async () => {
      const answer = await this.fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
      if (!answer.ok) throw new Away();
      return (await answer.json()) as T;
    });
    this.last = asked;
    return asked;
  }

  ways = (begun: Begun) => this.ask<{ ways: Way[]; halt: Halt | null }>("ways", begun);
  legal = (begun: Begun) => this.ask<{ next: Next[]; halt?: Halt }>("legal", begun);
  point = (begun: Begun, at: Thing) => this.ask<{ listed: Way[]; refused?: Refusal; halt?: Halt }>("point", { ...begun, at });
  drafted = (begun: Begun) => this.ask<{ scene: Scene; halt: Halt | null }>("draft", begun);
  preview = (lines: string[]) => this.ask<Report>("preview", { lines });

  /** What the visitor may have marked on the board; on that which a draft leaves, if he has one. */
  async overlays(begun: Begun): Promise<Overlay[]> {
    if (begun.draft.length) return this.ask("overlays", { ...begun, steps: [] });
    return this.read("overlays");
  }

  /** What would answer his open questions without him. */
  unattended = () => this.read<Unattended[]>("unattended");

  private async read<T>(path: string): Promise<T> {
    const answer = await this.fetch(path, { cache: "no-store" });
    if (!answer.ok) throw new Away();
    return (await answer.json()) as T;
  }

  /** Tells what he wishes of his mail; why that cannot be, if it cannot. */
  async wish(token: string, wish: { action: string; receipts?: boolean; news?: boolean; address?: string }): Promise<string | undefined> {
    const answer = await this.fetch("mail", { method: "POST", headers: { "Content-Type": "application/json", "X-Form-Token": token }, body: JSON.stringify(wish) });
    if (answer.ok) return undefined;
    const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
    return error ?? String(answer.status);
  }

  /** How the game stands, in words. */
  async status(): Promise<string[]> {
    const { lines } = await this.preview(["status"]);
    return lines.flatMap(({ text, verdict }) => (text === "status" && typeof verdict === "object" && "Answered" in verdict ? verdict.Answered : []));
  }

  async story(lines: number): Promise<Moment[]> {
    return this.read<Moment[]>(`story?lines=${lines}`);
  }

  /** Hands in lines. Tried again with the same key until the server has answered. */
  async submit(token: string, submission: { key: string; ask?: number; lines: string[]; say?: string }): Promise<Report> {
    for (let wait = 700; ; wait = Math.min(wait * 1.7, 8000)) {
      try {
        const answer = await this.fetch("submit", {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Form-Token": token },
          body: JSON.stringify(submission),
        });
        if (answer.ok) return ((await answer.json()) as { report: Report }).report;
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 409) throw new Error(await answer.text());
      } catch (error) {
        if (!(error instanceof Away)) throw error;
      }
      await new Promise((later) => setTimeout(later, wait));
    }
  }

  /** Where the stream of changes is. */
  get changesAt(): string {
    return this.address("changes");
  }
}
