// The page of a game. It names no game and runs no rule: what may be clicked, and what it means, the service says.

import { LookedUp } from "./aids";
import { Alarm } from "./alarm";
import { Api } from "./api";
import { Camera } from "./camera";
import { Chooser } from "./chooser";
import { Chronicle } from "./chronicle";
import { NARROW, button, el } from "./dom";
import { draftedArrows, draftedMoves } from "./drafted";
import { Faces } from "./faces";
import { Fan } from "./fan";
import { headline } from "./headline";
import { Hints } from "./hints";
import { Keys } from "./keys";
import { chips, lit as litBy, unlit, type Lit } from "./lit";
import { Marks } from "./marks";
import { lookAround, lookAt } from "./opening";
import { Order, hexOf, unitOf, type Choice, type Offer } from "./order";
import { Panel } from "./panel";
import { Places } from "./places";
import { Board, type Light } from "./scene";
import { Tabs } from "./tabs";
import { Trail } from "./trail";
import type { Piece, PlacesFile, Scene, Table, Thing } from "./types";
import { watch } from "./live";
import { words } from "./words";

/** Hexes that are so few that all of them shall be seen. */
const FEW = 6;

async function begin(app: HTMLElement): Promise<void> {
  const api = new Api(app.dataset["game"] ?? "");
  const first = await api.table();
  if (!first) return;
  let table: Table = first;
  const name = `fieldpost ${table.game} ${table.side?.[0] ?? "onlooker"}`;
  const given = (path: string) => fetch(path).then((answer) => answer.json());
  const [placesFile, drawings] = (await Promise.all([given(table.sheets.places), given(table.sheets.faces)])) as [PlacesFile, Record<string, string>];
  const [places, faces, alarm] = [new Places(placesFile), new Faces(drawings), new Alarm()];
  const board = new Board(places, faces);
  const order = new Order(api, `${name} draft`, table);
  const panel = new Panel(api, order, table);
  const chronicle = new Chronicle(api, places, name, table);
  const [marks, hints, aids] = [new Marks(api, order), new Hints(), new LookedUp(table.sheets.aids)];
  const tabs = new Tabs(api, table, places, aids, chronicle, panel, faces, alarm);
  panel.line = (text, onorder) => chronicle.line(text, onorder);

  const { width, height } = placesFile;
  const layer = el("div", { class: "layer" }, el("img", { src: table.sheets.map, width, height, alt: "", draggable: "false" }));
  layer.style.width = `${width}px`;
  layer.style.height = `${height}px`;
  layer.append(board.root);
  const frame = el("div", { class: "frame", tabindex: "0", role: "application", "aria-label": words.board, "aria-describedby": "status" }, layer);
  const chooser = new Chooser(frame, places);
  const fan = new Fan(frame, faces);
  const status = el("p", { class: "status", id: "status" });
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const place = el("main", { class: "place" }, frame, fan.root, chooser.root, status);
  const side = el("aside", { class: "panel", id: "panel", "aria-label": words.panel });
  const top = el("header", { class: "headline" });
  const camera = new Camera(frame, layer, width, height, name);

  let [lit, chosen, cursor, unit]: [Lit, number | undefined, number | undefined, number | undefined] = [unlit(), undefined, undefined, undefined];
  let between: Choice[] | undefined;
  let glance: Choice | undefined;
  let past: Scene | undefined;
  let pending: [number, Choice] | undefined;
  let ruler: number | undefined;
  let drawn: Scene | undefined;
  let confirm: Choice | undefined;
  let shownOffer: Offer | undefined;
  /** The hex whose stack is spread out. */
  let spread: number | undefined;

  const hostile = (hex: number): boolean => table.side !== null && board.pieces(hex).some(({ side }) => side !== undefined && side !== table.side?.[0]);
  const scene = (): Scene => past ?? order.scene ?? table.scene;
  /** Whether an order is put together. */
  const busy = (): boolean => order.steps.length > 0 || order.offer.choices.length > 0;
  const say = (text: string) => { spoken.textContent = spoken.textContent === text ? `${text} ` : text; };

  /** Draws what is lit. */
  function light(): void {
    lit = past ? unlit() : litBy(order, hostile);
    for (const kind of ["reach", "stop", "target"] as const) board.light(kind, lit.lights.get(kind) ?? []);
    board.label(lit.labels);
    // what may be clicked next is light, and so is whoever it is about
    const about = [chosen, ...(unit === undefined ? [] : [board.hexOf(unit)])].flatMap((hex) => hex ?? []);
    board.shadeAllBut(busy() && lit.lights.has("reach") ? new Set([...lit.hexes.keys(), ...about]) : new Set());
    const rings: [number, Light][] = [];
    const begins = order.steps.length === 0 && order.offer.choices.length === 0;
    const side = table.side?.[0];
    if (!past && marks.on.who && begins) for (const actor of order.actors()) if (board.piece(actor)?.side === side) rings.push([actor, "actor"]);
    if (!begins) for (const joins of lit.units.keys()) rings.push([joins, "joins"]);
    const acts = order.acts.flatMap((thing) => ("unit" in thing ? [thing.unit] : []));
    const target = order.steps.length ? hexOf(order.acts) : undefined;
    if (order.odds && target !== undefined) {
      const own = acts.filter((one) => board.piece(one)?.side === side);
      board.light("target", [target, ...(lit.lights.get("target") ?? [])]);
      board.showArrows([...new Set(own.map((one) => board.hexOf(one)))].flatMap((from) => (from === undefined ? [] : [["attack", [from, target]] as ["attack", number[]]])));
      for (const one of own) rings.push([one, "chosen"]);
    } else if (unit !== undefined) rings.push([unit, "chosen"]);
    board.ring(rings);
    board.showPath((glance ?? pending?.[1])?.facts.path ?? []);
    board.point(cursor ?? chosen);
    const now = scene();
    board.light("moved", marks.on.moved ? [...now.arrows.flatMap(([, hexes]) => hexes.slice(-1)), ...(past ? [] : draftedMoves(order, table))] : []);
    board.mark(past ? [] : (marks.marked?.hexes ?? []), marks.marked?.side ?? 0);
  }

  function show(): void {
    const now = scene();
    if (now !== drawn) {
      board.show(now);
      // what is marked is marked on the board that is seen
      if (!past) marks.renew();
    }
    drawn = now;
    // what moved last is in the way of who chooses; what he has chosen is drawn until he goes on
    board.showArrows(past ? now.arrows : busy() ? [] : order.lines.length ? draftedArrows(order, table, board) : now.arrows);
    light();
    panel.show(table);
    tabs.update(table, scene(), lit, order.actors(), order.odds?.column);
    hints.root.hidden = past !== undefined || table.asks.length === 0;
    const offers = order.steps.length > 0 || order.offer.choices.length > 0 || order.offer.refused || order.offer.halt;
    next.hidden = past !== undefined || !order.open || (lit.hexes.size === 0 && order.actors().length === 0);
    bringLit();
    if (past || !(offers || between || confirm || chosen !== undefined)) chooser.hide();
    else chooser.show({ order, lit, between, confirm, ringed: [...lit.units.keys()].filter((one) => board.hexOf(one) !== undefined).length, hex: chosen, stack: chosen === undefined ? now.counters.filter((piece) => unit !== undefined && piece.unit === unit) : board.pieces(chosen), unit }, anchor());
    headline(top, table, scene().caption, !past && order.scene !== null);
    keepClear();
    showFan();
  }

  /** Spreads the stack of the hex that was clicked, as long as there is something to choose in it. */
  function showFan(): void {
    const stack = spread === undefined || past || !marks.on.counters ? [] : board.pieces(spread);
    if (spread === undefined || stack.length < 2) return fan.show(undefined, [0, 0]);
    fan.show({ hex: spread, stack, unit, lit: new Set(lit.units.keys()) }, camera.screen(...places.centre(spread)));
    if (!chooser.root.hidden) chooser.move(anchor());
  }

  /** Where the card lies at the foot of the window, what was clicked is brought above it. */
  function keepClear(): void {
    if (chooser.root.hidden || chosen === undefined || !matchMedia(NARROW).matches) return;
    const [, y] = camera.screen(...places.centre(chosen));
    const over = y + 40 - chooser.root.offsetTop;
    if (over > 0) camera.pan(0, -over);
  }

  /** Where what was clicked lies in the frame. */
  function anchor(): [number, number] | undefined {
    return chosen === undefined ? undefined : camera.screen(...places.centre(chosen));
  }

  /** What may be clicked next comes into view, if none of it is there. */
  function bringLit(): void {
    const { offer } = order;
    if (offer === shownOffer || past || offer.choices.length === 0) return;
    shownOffer = offer;
    const hexes = lit.hexes.size ? [...lit.hexes.keys()] : [...lit.units.keys()].flatMap((one) => board.hexOf(one) ?? []);
    const few = hexes.length <= FEW;
    const inView = (hex: number): boolean => {
      const [x, y] = camera.screen(...places.centre(hex));
      return x > 0 && y > 0 && x < frame.clientWidth && y < frame.clientHeight;
    };
    // of a few all are seen, of many some
    const seen = few ? hexes.every(inView) : hexes.some(inView);
    // what it is about stays in view
    const about = [chosen, hexOf(order.acts)].flatMap((hex) => hex ?? []);
    if (hexes.length && !seen) camera.show([...hexes, ...about].map((hex) => places.centre(hex)));
  }

  /** Those who may act come into view, if none of them is there; `anew` looks for where most of them stand. */
  function bringActors(anew: boolean): void {
    if (past || order.lines.length || busy() || !table.asks.length) return;
    const own = order.actors().flatMap((one) => (board.piece(one)?.side === table.side?.[0] ? (board.hexOf(one) ?? []) : []));
    const hexes = own.length ? own : [...lit.hexes.keys()];
    const seen = hexes.some((hex) => {
      const [x, y] = camera.screen(...places.centre(hex));
      return x > 20 && y > 20 && x < frame.clientWidth - 20 && y < frame.clientHeight - 20;
    });
    if (hexes.length && (anew || !seen)) lookAt(camera, frame, board, hexes.map((hex) => places.centre(hex)));
  }

  function letGo(): void {
    [chosen, unit, between, glance, pending, confirm, spread] = [undefined, undefined, undefined, undefined, undefined, undefined, undefined];
    status.textContent = "";
    order.letGo();
  }

  async function take(choice: Choice, sure = false): Promise<void> {
    [between, glance, pending, confirm] = [undefined, undefined, undefined, undefined];
    status.textContent = "";
    if (choice.facts.gives_up && !sure) {
      confirm = choice;
      return show();
    }
    say(choice.text);
    if (choice.complete) [chosen, unit, spread] = [undefined, undefined, undefined];
    return order.take(choice).then(() => {
      // where a step can only end as it is, it ends
      const [only, ...others] = order.offer.choices;
      if (!choice.complete && !choice.facts.odds && hexOf(choice.facts.on) !== undefined && only?.complete && !others.length) return take(only);
    });
  }

  /** Goes by the hexes of a way, one after the other, and leaves open where it ends; whether all of it could be gone. */
  async function goBy(path: number[]): Promise<boolean> {
    for (const hex of path) {
      const on = lit.hexes.get(hex)?.find((choice) => !choice.complete && !choice.facts.odds);
      if (!on) return false;
      await order.take(on);
    }
    return true;
  }

  // a way is drawn by dragging the counter that is chosen
  const trail = new Trail(camera, places, board);
  trail.from = () => (past || marks.on.ruler || unit === undefined || board.piece(unit)?.side !== table.side?.[0] || !lit.hexes.size ? undefined : board.hexOf(unit));
  trail.onover = hover;
  trail.ondrawn = (way) => {
    const last = way.at(-1);
    if (last === undefined) return;
    const back = order.remember();
    void goBy(way).then((gone) => {
      const [end, ...others] = order.offer.choices.filter((choice) => choice.complete);
      if (gone && end && !others.length) return void take(end);
      if (gone && others.length) return;
      // the way as it was drawn cannot be gone: where it ends may be reached by another
      back();
      void pick(last, undefined, false);
    });
  };

  /** A click on a hex, or on a counter in it; done when what it means is known. With `via` the way leads through the hex and on. */
  async function pick(hex: number | undefined, piece: Piece | undefined, touch: boolean, via = false): Promise<void> {
    confirm = undefined;
    if (past || hex === undefined) return letGo();
    if (marks.on.ruler) return measure(hex);
    hints.did("picked");
    spread = undefined;
    const own = piece?.side !== undefined && piece.side === table.side?.[0];
    const begins = order.steps.length === 0 && order.offer.choices.length === 0;
    const of = (one: Piece | undefined) => (one?.unit === undefined ? undefined : lit.units.get(one.unit));
    // whoever lies under the counter that was clicked may be the one that is meant
    const under = begins ? [] : board.pieces(hex).flatMap((one) => of(one) ?? []);
    // of several that may be meant all are shown; the one that was clicked is taken as if it lay alone
    const several = board.pieces(hex).filter((one) => of(one)).length > 1;
    if (several && !begins) spread = hex;
    const choices = (own ? of(piece) : undefined) ?? lit.hexes.get(hex) ?? of(piece) ?? under;
    if (choices?.length && !(begins && own)) {
      const there = choices.filter((choice) => choice.complete);
      const [only] = there.length === 1 ? there : choices;
      const way = only?.facts.path;
      // where a game knows no ways by hexes the click is one as any other
      if (via && way?.length && order.goesBy) {
        const back = order.remember();
        if (await goBy(way.slice(1))) return;
        back();
      }
      // the card stands beside the click, or beside what is attacked
      if (!order.odds) chosen = hex;
      // where one may end as well as go on from, a click ends
      if (only && (choices.length === 1 || (there.length === 1 && choices.every((choice) => hexOf(choice.facts.on) === hex)))) {
        // a finger covers what it touches: the first tap shows the way, the second takes it
        if (touch && only.facts.path?.length && pending?.[0] !== hex) {
          [pending, glance] = [[hex, only], undefined];
          between = choices;
          return show();
        }
        return take(only);
      }
      between = choices;
      spread ??= hex;
      return show();
    }
    [chosen, between, pending, spread] = [hex, undefined, undefined, hex];
    unit = piece?.unit;
    if (unit !== undefined) board.raise(unit);
    say([places.label(hex), places.ground(hex), ...board.pieces(hex).map((one) => one.name)].join(", "));
    if (table.side === null || !order.open) return show();
    const told = own && piece?.unit !== undefined ? order.point({ unit: piece.unit }, { hex }) : order.point({ hex });
    show();
    await told;
  }

  function measure(hex: number): void {
    ruler = ruler === undefined ? hex : undefined;
    [chosen] = [undefined];
    if (ruler === undefined) board.showRuler();
    status.textContent = ruler === undefined ? "" : places.label(hex);
  }

  camera.ondrag = () => hints.did("moved");
  camera.ontap = (x, y, pointer, shift) => {
    marks.close();
    if (pointer === "touch") { hints.rest(); panel.quiet(); }
    cursor = undefined;
    const at = camera.world(x, y);
    const hex = places.at(...at);
    const piece = marks.on.counters ? board.hit(...at, hex) : undefined;
    void pick(piece?.hex ?? hex, piece, pointer === "touch", shift);
  };
  camera.onhover = (x, y) => {
    const hex = places.at(...camera.world(x, y));
    hover(hex);
  };
  camera.onmove = () => {
    if (spread !== undefined) fan.move(camera.screen(...places.centre(spread)));
    if (!chooser.root.hidden && chosen !== undefined) chooser.move(anchor());
  };

  function hover(hex: number | undefined): void {
    const only = hex === undefined ? undefined : lit.hexes.get(hex)?.[0];
    if (only !== glance) { glance = only; board.showPath(glance?.facts.path ?? pending?.[1].facts.path ?? []); }
    if (hex === undefined) return void (status.textContent = "");
    const stack = board.pieces(hex).map((piece) => piece.name).join(", ");
    if (marks.on.ruler && ruler !== undefined) {
      board.showRuler(ruler, hex);
      return void (status.textContent = words.distance(places.distance(ruler, hex)));
    }
    status.textContent = [places.label(hex), places.ground(hex), stack, only ? [only.text, ...chips(only)].join(" · ") : ""].filter(Boolean).join(" — ");
  }

  chooser.crowd = () => [...board.stacks.keys()].map((hex) => camera.screen(...places.centre(hex)));
  // a target that is hidden is missed more than one of a hundred ways
  const wanted = (): [number, number, number][] => {
    const units = [...lit.units.keys()].flatMap((one) => board.hexOf(one) ?? []);
    const targets = lit.lights.get("target");
    const all: [number, number][] = [...units.map((hex): [number, number] => [hex, 4]), ...[...lit.hexes.keys()].map((hex): [number, number] => [hex, targets?.has(hex) ? 8 : 1])];
    return all.filter(([hex]) => hex !== spread).map(([hex, weight]) => [...camera.screen(...places.centre(hex)), weight]);
  };
  chooser.avoid = wanted;
  fan.avoid = () => wanted().map(([x, y]) => [x, y]);
  chooser.besides = () => fan.box;
  chooser.ontake = take;
  chooser.onclose = letGo;
  chooser.onconfirm = (choice) => void take(choice, true);
  chooser.onwhole = () => { [chosen, unit] = [undefined, undefined]; void order.add([order.text]); };
  chooser.about = (hex) => aids.about(places.ground(hex));
  chooser.explain = () => order.explained();
  chooser.line = (text, onorder) => chronicle.line(text, onorder);
  /** Takes an order that a refusal has named: in the place of the refused line, else after the draft. */
  const instead = (line: string): void => {
    [chosen, unit, between, confirm] = [undefined, undefined, undefined, undefined];
    say(line);
    const at = order.halt?.refusal ? order.halt.line : order.lines.length;
    order.letGo();
    void order.change(order.lines.toSpliced(at, 1, line));
  };
  chooser.oninstead = instead;
  panel.oninstead = instead;
  chooser.picture = (choice) => {
    const waits = choice.facts.on?.length === 1 ? scene().counters.find((piece) => piece.unit === unitOf(choice.facts.on) && piece.hex === undefined) : undefined;
    return (waits?.faces ?? []).slice(0, 1).map((face) => el("img", { class: "waits", src: faces.url(face), alt: "", width: 40, height: 40 }));
  };
  chooser.onresults = () => void aids.open(order.odds?.column);
  chooser.oncase = (number) => openCase(number);
  fan.onpick = (piece) => {
    // another counter of the stack is chosen in the place of the first, unless it joins what is being put together
    const joins = piece.unit !== undefined && lit.units.has(piece.unit);
    if (order.steps.length === 0 && !joins && order.offer.choices.length) order.letGo();
    void pick(piece.hex, piece, false);
  };
  chooser.onglance = (choice) => {
    board.showPath(choice?.facts.path ?? []);
    board.point(hexOf(choice?.facts.on) ?? cursor ?? chosen);
  };
  panel.ontake = (choice) => {
    [chosen, unit] = [undefined, undefined];
    // the card that goes on with it lies under the sheet
    sheet(false);
    void take(choice);
  };
  panel.onwhole = () => chooser.onwhole();
  panel.onunfinished = () => { say(words.unfinished(order.text)); sheet(false); chooser.focus(); };
  panel.ontold = () => tabs.begin();
  order.onchange = show;
  tabs.onthing = (thing: Thing, piece?: Piece) => {
    const key = "box" in thing ? `box ${thing.box}` : "card" in thing ? `card ${thing.card}` : "";
    const choices = "unit" in thing ? lit.units.get(thing.unit) : lit.others.get(key);
    [chosen, unit] = [undefined, piece?.unit];
    sheet(false);
    const begins = order.steps.length === 0 && order.offer.choices.length === 0;
    if (choices?.length === 1 && choices[0] && !begins) return void take(choices[0]);
    void order.point(thing);
  };

  const see = (hex: number) => { sheet(false); chosen = hex; camera.show([places.centre(hex)]); show(); };
  chronicle.onhex = see;
  chronicle.onunit = (wanted) => {
    const hex = board.hexOf(wanted);
    if (hex !== undefined) { unit = wanted; return see(hex); }
    // whoever lies beside the map is shown there
    tabs.turn("trays");
    tabs.onthing({ unit: wanted }, scene().counters.find((piece) => piece.unit === wanted));
  };
  const openCase = (number: string) => { sheet(true); tabs.openCase(number); };
  chronicle.oncase = openCase;
  tabs.onpiece = (piece) => {
    if (piece.hex === undefined) return;
    cursor = undefined;
    sheet(false);
    camera.show([places.centre(piece.hex)]);
    void pick(piece.hex, piece, false).then(lead);
  };
  chronicle.onmoment = (moment) => {
    past = moment?.scene;
    document.body.classList.toggle("past", past !== undefined);
    if (past) camera.show(past.arrows.flatMap(([, hexes]) => hexes.map((hex) => places.centre(hex))));
    show();
  };
  chronicle.onleave = () => chronicle.leave(table);

  /** Opens or closes the panel where it is a sheet over the board. */
  function sheet(open: boolean): void {
    side.classList.toggle("open", open);
    // what the bar tells stands in the panel as well
    if (open) panel.quiet();
    opener.setAttribute("aria-expanded", String(open));
  }

  /** The next counter that may act. */
  function nextActor(): void {
    const begins = order.steps.length === 0 && order.offer.choices.length === 0;
    const units = (begins ? order.actors() : [...lit.units.keys()]).filter((one) => board.hexOf(one) !== undefined);
    const hexes = [...new Set(units.length ? units.map((one) => board.hexOf(one) ?? 0) : [...lit.hexes.keys()])].sort((a, b) => a - b);
    if (!hexes.length) return say(words.noneLeft);
    move(hexes.find((hex) => hex > (cursor ?? -1)) ?? hexes[0] ?? 0);
  }

  function move(hex: number): void {
    cursor = hex;
    camera.show([places.centre(hex)]);
    light();
    hover(hex);
    const may = lit.hexes.get(hex)?.map((choice) => [choice.text, ...chips(choice)].join(", ")) ?? [];
    say([places.label(hex), ...board.pieces(hex).map((piece) => [piece.name, piece.note].filter(Boolean).join(", ")), places.ground(hex), ...may].join("; "));
  }

  /** Leads the keys to what may be chosen: to the map where hexes are lit, else to the card. */
  function lead(): void {
    if (lit.hexes.size) frame.focus();
    else chooser.focus();
  }

  const keys = new Keys(frame, camera, places);
  keys.at = () => cursor;
  keys.from = () => cursor ?? chosen;
  keys.onmove = move;
  keys.onnext = nextActor;
  keys.ontake = (hex, via) => {
    const pieces = board.pieces(hex);
    const actors = order.actors();
    const piece = pieces.findLast((one) => one.unit !== undefined && (lit.units.has(one.unit) || actors.includes(one.unit))) ?? pieces.at(-1);
    void pick(hex, piece, false, via).then(lead);
  };
  // a view over the board has its own keys
  keys.idle = () => aids.large.open;
  keys.onescape = () => {
    if (marks.root.open) marks.close();
    else if (side.classList.contains("open") && matchMedia(NARROW).matches) sheet(false);
    else if (past) chronicle.leave(table);
    else { letGo(); if (!(document.activeElement instanceof HTMLTextAreaElement)) frame.focus(); }
  };
  keys.onsend = (event) => void (event.target === panel.typing.text ? panel.typing.read() : Promise.resolve()).then(() => panel.send());
  keys.onhelp = () => { sheet(true); tabs.showKeys(); };
  frame.addEventListener("contextmenu", (event) => { event.preventDefault(); letGo(); });

  // buttons over the board
  const next = button(words.next, () => { nextActor(); frame.focus(); }, { class: "next" });
  marks.onswitch = () => {
    board.root.classList.toggle("bare", !marks.on.counters);
    ruler = undefined;
    board.showRuler();
    light();
  };
  marks.onmark = light;
  marks.meanings = () => aids.meanings(faces);
  place.append(marks.legend, el("div", { class: "tools", role: "group", "aria-label": words.overlays },
    button("+", () => camera.zoom(1.35), { "aria-label": words.zoomIn }), button("−", () => camera.zoom(1 / 1.35), { "aria-label": words.zoomOut }), button("⤢", () => camera.fit(), { "aria-label": words.whole }),
    marks.root, next));
  const opener = button(words.panel, () => sheet(!side.classList.contains("open")), { class: "keep second", "aria-expanded": "false", "aria-controls": "panel" });
  panel.bar.append(opener);

  if (table.side !== null) place.append(hints.root);
  hints.ongone = () => frame.focus();
  hints.begin();

  new ResizeObserver(() => app.style.setProperty("--b-bar", `${panel.bar.offsetHeight}px`)).observe(panel.bar);
  const away = el("p", { class: "away", role: "status", hidden: true }, words.away);
  api.onreach = (there) => { away.hidden = there; };
  side.append(el("div", { class: "now" }, panel.notes, panel.ask, panel.draft), tabs.root);
  app.replaceChildren(top, away, place, side, panel.bar, spoken, aids.large);
  document.body.classList.add("live");

  let logged = table.log.length;
  async function refresh(sent = false): Promise<void> {
    const told = await api.table().catch(() => undefined);
    if (!told) return sent ? order.renew() : undefined;
    const before = table.asks[0]?.id;
    table = told;
    alarm.tell(table);
    chronicle.show(table);
    const grown = table.log.length - logged;
    if (grown > 0) panel.echo(chronicle.fresh(table).slice(-grown), true);
    logged = table.log.length;
    if (grown > 0 && !sent && table.asks[0]?.id !== before) tabs.tell();
    if (table.asks[0]?.id !== before) {
      [chosen, unit, between, pending, confirm] = [undefined, undefined, undefined, undefined, undefined];
      // what is asked about comes into view, unless somebody is at work elsewhere
      if (table.asks.length && !order.lines.length && !past) camera.show(table.scene.highlights.map((hex) => places.centre(hex)));
    }
    await order.setTable(table);
    if (table.asks[0]?.id !== before) bringActors(false);
  }
  panel.onsent = (own, before) => { hints.did("sent"); chronicle.settle(before, own, table); void refresh(true); show(); };
  panel.onwish = () => void refresh();
  watch(api, refresh, () => alarm.sound || alarm.notice);

  alarm.tell(table);
  chronicle.show(table);
  board.show(scene());
  camera.pan(0, 0);
  if (!camera.known) lookAround(camera, frame, board, places, table, hostile);
  show();
  document.body.dataset["ready"] = "yes";
  performance.mark("board");
  const moved = camera.moves;
  await order.renew();
  // whoever has looked elsewhere meanwhile is left there
  if (camera.moves === moved) bringActors(!camera.known);
}

const app = document.getElementById("app");
if (app) {
  begin(app).catch((error: unknown) => {
    app.replaceChildren(el("p", { class: "loading", role: "alert" }, words.cannot), el("p", { class: "loading" }, button(words.again, () => location.reload(), { class: "main" }), " ", el("a", { href: `?plain&${location.search.slice(1)}` }, words.plain)));
    document.body.classList.remove("live");
    throw error;
  });
}
