// What the service tells, as it comes over the wire.

export type Thing = { unit: number } | { hex: number } | { hexside: [number, number] } | { box: string } | { card: string };

export interface Facts {
  on?: Thing[];
  cost?: { amount: number; of: string };
  odds?: { odds: string; column: string; chances?: { result: string; rolls: number }[] };
  path?: number[];
  /** What is unspent and lost with it. */
  gives_up?: string;
  note?: string;
}

export interface Next {
  step: unknown;
  before?: unknown[];
  via?: Thing[];
  text: string;
  complete: boolean;
  facts: Facts;
}

export interface Way extends Next {
  next: Next[];
}

export interface Refusal {
  case: string;
  message: string;
  remedy: string;
  summary: string;
}

export interface Halt {
  line: number;
  order: string;
  why: "misread" | "refused" | "chance" | "other-side" | "hidden" | "over";
  words: string;
  refusal?: Refusal;
}

export interface Piece {
  faces: string[];
  unit?: number;
  side?: number;
  hex?: number;
  other?: number;
  box?: string;
  name: string;
  note?: string;
}

export interface Scene {
  caption: string;
  turn: number;
  counters: Piece[];
  markers: Piece[];
  supports: { place: string; unit: number | null; kind: string; count: number }[];
  piles: { title: string; count: number; cards: [string, string, string | null][] }[];
  tracks: [string, number][];
  arrows: ["move" | "attack" | "retreat", number[]][];
  highlights: number[];
  /** Boxes of what comes with a turn. */
  arrivals: [number, string][];
}

export interface Overlay {
  kind: string;
  of: string;
  side: number;
  hexes: number[];
}

export interface Ask {
  id: number;
  claim: "Duty" | "Right";
  title: string;
  details: string[];
}

/** What would answer an ask if its player did not. */
export interface Unattended {
  ask: number;
  /** The answer for players without standing orders; none where the game waits. */
  default: string | null;
  standing: { line: string; words: string; order: string }[];
}

/** What becomes of a player's mail. */
export interface Mail {
  address: string | null;
  /** An address that waits for its confirmation. */
  waiting: string | null;
  sent: boolean;
  trouble: string | null;
  receipts: boolean;
  news: boolean;
  /** The other side, if our mail does not reach its player. */
  unreached: string | null;
}

export interface StandingRule {
  kind: string;
  value: string;
  words: string;
  choices: [string, string][];
}

export interface Table {
  game: number;
  title: string;
  scenario: string;
  credits: string[];
  /** The turns of the scenario with their dates. */
  turns: [number, string][];
  side: [number, string] | null;
  /** Id of the side, as addresses name it. */
  seat: string | null;
  form_token: string | null;
  bound: string | null;
  asks: Ask[];
  waiting: string[];
  outcome: [number | null, string] | null;
  examples: string[];
  words: string[];
  parked: string[];
  returned: string[];
  undo: string[];
  proposal: { number: number; words: string[] } | null;
  own_proposal: boolean | null;
  marks: string[];
  word: string | null;
  standing: StandingRule[];
  mail: Mail | null;
  /** Where the other seat is opened, if this machine's player has both. */
  other_seat: string | null;
  log: string[];
  latest: string[];
  /** Lines of the log since one's own last order, with what came of that. */
  missed: number;
  scene: Scene;
  sheets: { map: string; places: string; faces: string; aids: string };
}

export interface PlacesFile {
  width: number;
  height: number;
  /** For each id: centre, number, name, ground, neighbours. */
  hexes: ([number, number, string, string, string, number[]] | null)[];
  /** Name, side, formation, steps. */
  units: [string, number, string, number][];
  sides: [string, string][];
}

export interface Moment {
  number: number;
  lines: string[];
  dice: string[];
  scene: Scene;
}

export type Verdict =
  | { Done: string[] } | { Refused: { refusal: Refusal; summary: string } } | { Misread: string } | "TakenBack" | "NotReached"
  | "Parked" | { Returned: string } | { Answered: string[] } | { TriedOut: string[] };

export interface Report {
  changed: boolean;
  closed: string | null;
  lines: { text: string; verdict: Verdict }[];
}

export interface Aids {
  tables: { name: string; title: string; head: string; columns: string[]; keys: string[]; rows: [string, string[]][]; notes: string[]; first: boolean }[];
  cases: [string, string, string, boolean, boolean][];
  /** What markers mean, each with the name of its face. */
  markers: [string, string][];
  /** What the signs of the map mean, each with its picture. */
  signs: [string, string][];
}
