// What is lit on the board, and which choices a click on it makes.

import { hexOf, unitOf, type Choice, type Order } from "./order";
import type { Light } from "./scene";
import type { Next, Thing } from "./types";
import { words } from "./words";

export interface Lit {
  hexes: Map<number, Choice[]>;
  units: Map<number, Choice[]>;
  /** Hexes by the look of their light. */
  lights: Map<Light, Set<number>>;
  labels: Map<number, [string, Light]>;
  /** Boxes and cards by name. */
  others: Map<string, Choice[]>;
  /** Choices that no place of the board stands for: their buttons are shown first. */
  plain: Choice[];
}

export const nameOf = (thing: Thing): string | undefined => ("box" in thing ? `box ${thing.box}` : "card" in thing ? `card ${thing.card}` : undefined);

/** The steps of a choice and one that follows them, as one choice. */
export function onward(lead: Choice, next: Next): Choice {
  return { steps: [...lead.steps, ...(next.before ?? []), next.step], text: next.text, complete: next.complete, facts: next.facts, via: [] };
}

export const unlit = (): Lit => ({ hexes: new Map(), units: new Map(), lights: new Map(), labels: new Map(), others: new Map(), plain: [] });

/** What is lit after an order as far as it goes; `hostile` tells in which hexes the other side stands. */
export function lit(order: Order, hostile: (hex: number) => boolean): Lit {
  const made = unlit();
  const begins = order.steps.length === 0 && order.offer.choices.length === 0;
  const at = begins || !order.offer.at ? undefined : unitOf([order.offer.at]);
  const put = <K>(map: Map<K, Choice[]>, key: K, choice: Choice) => map.set(key, [...(map.get(key) ?? []), choice]);
  const light = (hex: number, choice: Choice, kind: Light) => {
    put(made.hexes, hex, choice);
    made.lights.set(kind, (made.lights.get(kind) ?? new Set()).add(hex));
    const { odds, cost } = choice.facts;
    if (odds && !made.labels.has(hex)) made.labels.set(hex, [odds.column, "target"]);
    else if (cost && !made.labels.has(hex)) made.labels.set(hex, [String(cost.amount), "reach"]);
  };
  const place = (choice: Choice): boolean => {
    const { on, odds, cost, path, note } = choice.facts;
    const [hex, via] = [hexOf(on), hexOf(choice.via)];
    const [first] = on ?? [];
    if (first && "hex" in first && hex !== undefined) light(hex, choice, odds || (!path && !cost && hostile(hex)) ? "target" : note ? "stop" : "reach");
    else if (via !== undefined && odds) {
      light(via, choice, "target");
      return at !== unitOf(on);
    } else if (first && "unit" in first && first.unit === at) return false;
    else if (first && "unit" in first) {
      const units = (on ?? []).flatMap((thing) => ("unit" in thing ? [thing.unit] : []));
      for (const unit of units) put(made.units, unit, choice);
      // what takes many at once is no matter of one counter
      return units.length === 1;
    }
    else if (first && nameOf(first)) put(made.others, nameOf(first) ?? "", choice);
    else return false;
    return true;
  };
  const choices = begins ? order.beginnings() : order.offer.choices;
  for (const choice of choices) {
    if (!choice.next?.length) {
      if (!place(choice)) made.plain.push(choice);
      continue;
    }
    // whoever is clicked need not choose the verb as well, if the place of the next step says it
    let placed = choice.via.length > 0 && (place(choice) || choice.facts.odds !== undefined);
    if (placed && at !== undefined) made.plain.push(choice);
    if (!placed) for (const next of choice.next) {
      const unit = unitOf(next.facts.on);
      if (begins && unit !== undefined) continue;
      placed = place(onward(choice, next)) || placed;
    }
    if (!placed || begins) made.plain.push(choice);
  }
  return made;
}

/** What a button says of a choice beside its text. */
export function chips(choice: Choice): string[] {
  const { cost, odds, gives_up, note } = choice.facts;
  return [cost ? `${cost.amount} ${cost.of}` : "", odds ? (odds.odds === odds.column ? odds.odds : `${odds.odds} → ${odds.column}`) : "", gives_up ? words.givesUp(gives_up) : "", note ?? ""].filter(Boolean);
}
