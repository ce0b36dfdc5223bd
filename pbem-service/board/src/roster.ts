// The board as lists: who may act, what stands where, and what lies or comes beside the map.

import { counterButton } from "./chooser";
import { button, el } from "./dom";
import type { Faces } from "./faces";
import { nameOf, type Lit } from "./lit";
import type { Places } from "./places";
import type { Piece, Scene, Table, Thing } from "./types";
import { words } from "./words";

const called = (piece: Piece): string => [piece.name, piece.note].filter(Boolean).join(", ");

/** All counters on the map, by side and hex; who may act first. */
export function roster(scene: Scene, places: Places, own: number | undefined, actors: ReadonlySet<number>, on: (piece: Piece) => void): HTMLElement {
  const all = el("div", { class: "roster" });
  const here = scene.counters.filter((piece) => piece.hex !== undefined).sort((a, b) => places.number(a.hex ?? 0).localeCompare(places.number(b.hex ?? 0)));
  const unit = (piece: Piece) => button(called(piece), () => on(piece), { class: "link" });
  const list = (pieces: Piece[]) => {
    const hexes = new Map<number, Piece[]>();
    for (const piece of pieces) hexes.set(piece.hex ?? 0, [...(hexes.get(piece.hex ?? 0) ?? []), piece]);
    return el("ul", {}, ...[...hexes].map(([hex, stack]) => el("li", {}, el("b", {}, places.label(hex)), ...stack.map(unit))));
  };
  const may = here.filter((piece) => piece.unit !== undefined && piece.side === own && actors.has(piece.unit));
  if (may.length) all.append(el("h3", {}, `${words.who} (${may.length})`), list(may));
  places.file.sides.forEach(([name], side) => {
    const theirs = here.filter((piece) => piece.side === side);
    if (theirs.length) all.append(el("details", { open: may.length === 0 }, el("summary", {}, words.ofSide(name, theirs.length)), list(theirs)));
  });
  all.append(orderOfBattle(scene, places, on));
  return all;
}

/** Every unit of the game as it stands, by side and formation, with its place. */
function orderOfBattle(scene: Scene, places: Places, on: (piece: Piece) => void): HTMLElement {
  const known = scene.counters.filter((piece) => piece.unit !== undefined);
  const formation = (piece: Piece) => places.file.units[piece.unit ?? -1]?.[2] ?? "";
  const where = (piece: Piece) => (piece.hex === undefined ? (piece.box ?? "") : places.label(piece.hex));
  const unit = (piece: Piece) => el("li", {}, button(called(piece), () => on(piece), { class: "link" }), el("span", { class: "quiet" }, ` ${where(piece)}`));
  const sides = places.file.sides.flatMap(([name], side) => {
    const formations = new Map<string, Piece[]>();
    for (const piece of known.filter((one) => one.side === side)) formations.set(formation(piece), [...(formations.get(formation(piece)) ?? []), piece]);
    const named = [...formations].sort(([a], [b]) => a.localeCompare(b));
    return named.length ? [el("h4", {}, name), ...named.flatMap(([title, pieces]) => [el("h5", {}, title || words.noFormation), el("ul", {}, ...pieces.map(unit))])] : [];
  });
  return el("details", { class: "battle" }, el("summary", {}, words.battle), ...sides);
}

/** The turn track with what comes, tracks, piles, boxes and supports. */
export function beside(table: Table, scene: Scene, lit: Lit | undefined, faces: Faces, on: (thing: Thing, piece?: Piece) => void): HTMLElement {
  const boxes = new Map<string, Piece[]>();
  for (const piece of [...scene.counters, ...scene.markers]) if (piece.box !== undefined) boxes.set(piece.box, [...(boxes.get(piece.box) ?? []), piece]);
  const isLit = (key: string) => lit?.others.has(key) ?? false;
  const fan = (pieces: Piece[]) => el("div", { class: "fan" }, ...pieces.map((piece) => counterButton(faces, piece, () => piece.unit !== undefined && on({ unit: piece.unit }, piece), piece.unit !== undefined && (lit?.units.has(piece.unit) ?? false))));
  const all = el("div", { class: "trays" });
  const box = (name: string, pieces: Piece[], title = name) => el("div", {}, button(`${title} (${pieces.length})`, () => on({ box: name }), { class: isLit(nameOf({ box: name }) ?? "") ? "box lit" : "box" }), fan(pieces));
  const arriving = new Map(scene.arrivals);
  const coming = new Set(scene.arrivals.map(([, name]) => name));
  // what may be played comes first, then what one sees whole: a hand before decks
  const rank = (pile: Scene["piles"][number]): number => (pile.cards.some(([, , id]) => id && isLit(`card ${id}`)) ? 0 : pile.cards.length === pile.count && pile.cards.some(([, , id]) => id) ? 1 : 2);
  for (const pile of scene.piles.toSorted((one, other) => rank(one) - rank(other))) {
    const cards = pile.cards.map(([face, title, id]) => {
      const open = button("", () => id && on({ card: id }), { class: id && isLit(`card ${id}`) ? "card lit" : "card", title, "aria-label": title });
      open.append(el("img", { src: faces.url(face), alt: "" }));
      return open;
    });
    all.append(el("h3", {}, `${pile.title} (${pile.count})`), el("div", { class: "fan" }, ...cards));
  }
  const cards = [...(lit?.others ?? [])].filter(([key]) => key.startsWith("card ") && !scene.piles.some((pile) => pile.cards.some(([, , id]) => `card ${id}` === key)));
  if (cards.length) all.append(el("div", { class: "choices" }, ...cards.map(([key]) => button(key.slice(5), () => on({ card: key.slice(5) }), { class: "choice" }))));
  for (const [name, pieces] of boxes) if (!coming.has(name) || table.turns.length === 0) all.append(box(name, pieces));
  if (scene.tracks.length) all.append(el("dl", { class: "tracks" }, ...scene.tracks.flatMap(([title, value]) => [el("dt", {}, title), el("dd", {}, String(value))])));
  if (scene.supports.length) {
    const held = new Map<string, string[]>();
    for (const { place, kind, count } of scene.supports) held.set(place, [...(held.get(place) ?? []), `${count} × ${kind}`]);
    all.append(el("h3", {}, words.supports), el("dl", { class: "tracks" }, ...[...held].flatMap(([place, what]) => [el("dt", {}, place), el("dd", {}, what.join(", "))])));
  }
  const turns = table.turns.map(([turn, date]) => {
    const name = arriving.get(turn);
    const pieces = name === undefined ? [] : (boxes.get(name) ?? []);
    const title = [words.turn(turn), date].filter(Boolean).join(", ");
    const now = turn === scene.turn ? { class: "now", "aria-current": "step" } : {};
    if (name === undefined || !pieces.length) return el("li", now, title);
    return el("li", now, turn > scene.turn ? el("details", {}, el("summary", {}, `${title} (${pieces.length})`), fan(pieces)) : box(name, pieces, title));
  });
  if (turns.length) all.append(el("h3", {}, words.turns), el("ol", { class: "turns" }, ...turns));
  return all;
}
