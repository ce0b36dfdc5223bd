// Plays games in a real browser: `node tests/browser/run.mjs [ci|soak]`. In CI the shortest scenario by mouse and by touch; in a
// soak by keys as well, and a turn of every other game.

import { chromium } from "playwright-core";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Host } from "./host.mjs";
import { Player } from "./player.mjs";
import { demo } from "./demo.mjs";
import { checks } from "./checks.mjs";
import { speed } from "./speed.mjs";
import { newcomer } from "./newcomer.mjs";
import { others } from "./others.mjs";
import { senses } from "./senses.mjs";
import { table } from "./table.mjs";
import { tools } from "./tools.mjs";

/** The shortest scenario that stands: it is played to its end. */
const SHORTEST = ["autumn-fog", "initial-assault"];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

const WINDOWS = {
  mouse: { viewport: { width: 1440, height: 900 } },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  keys: { viewport: { width: 1440, height: 900 } },
};

/** A page whose errors end the test. Requests of its own script are counted, so that a test knows when it is done. */
export async function page(browser, hand, faults, more = {}) {
  const context = await browser.newContext({ ...WINDOWS[hand], ...more });
  await context.addInitScript(() => {
    window.fieldpostBusy = 0;
    const real = window.fetch;
    window.fetch = async (...given) => {
      window.fieldpostBusy++;
      // an answer is there when its last byte is, and the page has gone on with it
      const done = () => setTimeout(() => window.fieldpostBusy--);
      try {
        const answer = await real(...given);
        void answer.clone().arrayBuffer().catch(() => {}).finally(done);
        return answer;
      } catch (fault) {
        done();
        throw fault;
      }
    };
  });
  if (process.env.FIELDPOST_STATIC) {
    // scripts as they are built now, for who works on them without building the service
    for (const [file, contentType] of [["board.js", "text/javascript"], ["board.css", "text/css"]]) {
      await context.route(`**/${file}`, async (route) => route.fulfill({ body: await readFile(join(process.env.FIELDPOST_STATIC, file), "utf8"), contentType }));
    }
  }
  const made = await context.newPage();
  made.on("pageerror", (error) => faults.push(error.message));
  // nothing is asked of anybody but the host
  made.on("request", (request) => { if (!/^(http:\/\/127\.0\.0\.1[:/]|blob:|data:)/.test(request.url())) faults.push(`a request to ${request.url()}`); });
  return made;
}

/** Whether a turn has been played; a game may begin with a set-up, or in a later turn than the first. */
function aTurnOn() {
  let first;
  return async (players) => {
    const turn = Number((await players[0].page.locator(".headline .caption").textContent()).match(/^Turn (\d+)/)?.[1]);
    first ??= turn || undefined;
    return turn > first;
  };
}

/** Plays until the game is over, or `until` says that it is enough; both seats by the same hand. */
export async function play(browser, { seats }, hand, { until = async () => false, limit = 400, ...policy } = {}) {
  const [faults, players] = [[], []];
  for (const seat of Object.values(seats)) {
    const player = new Player(await page(browser, hand, faults), hand, policy);
    await player.open(seat);
    players.push(player);
  }
  const start = Date.now();
  let decisions = 0;
  for (let idle = 0; ; ) {
    if (await players[0].over()) break;
    if (await until(players)) break;
    if (decisions > limit) throw new Error(`the game does not end: ${players.map((one) => one.last).join(" / ")}`);
    let acted = false;
    for (const player of players) {
      if (!(await player.asked()) || (await player.over())) continue;
      await player.decide();
      decisions++;
      acted = true;
      break;
    }
    // what one sends the other sees without a reload
    idle = acted ? 0 : idle + 1;
    if (idle) await new Promise((later) => setTimeout(later, 150));
    if (idle > 60) throw new Error("nobody is asked anything");
  }
  if (faults.length) throw new Error(`the page failed: ${faults.join("; ")}`);
  const sum = (what) => players.reduce((all, one) => all + one[what], 0);
  const told = { hand, decisions, clicks: sum("clicks"), onMap: sum("onMap"), refused: sum("refused"), seconds: Math.round((Date.now() - start) / 1000) };
  const outcome = await players[0].page.locator(".asked .outcome").textContent().catch(() => "");
  for (const player of players) await player.page.context().close();
  return { ...told, outcome };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const soak = process.argv[2] === "soak";
  // parts by name, for who works on one of them
  const only = process.argv.slice(3);
  const wants = (part) => only.length === 0 || only.includes(part);
  const browser = await launch();
  const host = await Host.start();
  try {
    if (wants("play")) for (const hand of soak ? ["mouse", "touch", "keys"] : ["mouse", "touch"]) {
      const told = await play(browser, await host.game(...SHORTEST), hand);
      if (!told.outcome) throw new Error("there is no outcome");
      console.log(JSON.stringify(told));
    }
    // a turn by keys alone on a map where units go far, and the little game whole
    if (wants("keys")) {
      const told = await play(browser, await host.game("ardennes-offensive", "no-1"), "keys", { until: aTurnOn(), acts: 2, vary: true });
      if (!told.onMap) throw new Error("the keys were never on the map");
      console.log(JSON.stringify(told));
      console.log(JSON.stringify(await demo(browser, "keys")));
    }
    if (wants("demo")) console.log(JSON.stringify(await demo(browser)));
    if (wants("speed")) await speed(browser, host, SHORTEST);
    for (const [name, part] of Object.entries({ checks, tools, table, senses, others, newcomer })) {
      const start = Date.now();
      if (!wants(name)) continue;
      await part(browser, host);
      console.log(JSON.stringify({ part: name, seconds: Math.round((Date.now() - start) / 1000) }));
    }
    if (soak && (wants("turns") || only.some((part) => part.startsWith("turns=")))) {
      // a turn of every game that the host offers, in its first scenario and its last
      const one = only.find((part) => part.startsWith("turns="))?.slice("turns=".length);
      const all = (await host.offers()).filter(([game]) => !one || game === one);
      const ends = all.filter(([game], at) => all[at - 1]?.[0] !== game || all[at + 1]?.[0] !== game);
      for (const [game, scenario] of ends) {
        for (const hand of ["mouse", "touch", "keys"]) {
          const told = await play(browser, await host.game(game, scenario), hand, { until: aTurnOn(), acts: 6, vary: true });
          if (!told.decisions) throw new Error(`nobody decided anything in ${scenario}`);
          console.log(JSON.stringify({ game, scenario, ...told }));
        }
      }
    }
  } finally {
    await browser.close();
    await host.end();
  }
}
