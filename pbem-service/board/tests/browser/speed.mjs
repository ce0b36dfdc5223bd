// How fast the board is: the first visit, and the answer to a click, on small and large scenarios. Times are measured and printed
// beside their limits, as in a bench, for a machine that does much else is no fault of the board; how much is sent is held.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

const LARGEST_VISIT = 1.5 * 1024 * 1024;
/** Milliseconds to the first paint, and from a click to the next frame. */
const LIMITS = { firstPaintMs: 500, nextFrameMs: 50 };
const TIMES = ["firstPaintMs", "boardMs", "nextFrameMs", "answerMs"];
const CLICKS = 15;
const counters = (tested) => tested.locator(".overlay .counter").count();

/** So many counters lie on the fullest board. */
const MANY = 300;

/** Fills up the board that a page is told of with counters that are known to it by their looks alone. */
async function fill(tested) {
  await tested.route(/\/table(\?|$)/, async (route) => {
    const answer = await route.fetch();
    if (answer.status() !== 200) return route.fulfill({ response: answer });
    const told = await answer.json();
    const here = told.scene.counters.filter(({ hex }) => hex !== undefined);
    for (let count = here.length; count < MANY; count++) {
      const { unit, ...looks } = here[count % here.length];
      told.scene.counters.push({ ...looks, name: `${unit}` });
    }
    await route.fulfill({ response: answer, json: told });
  });
}

/** The scenario of a host on whose board most lies, map and trays together. */
async function largest(browser, host) {
  const looking = await page(browser, "mouse", []);
  let [found, most] = [undefined, -1];
  for (const [game, scenario] of await host.offers()) {
    const { game: number } = await host.game(game, scenario);
    const { scene } = await (await looking.request.get(`${host.url}/api/games/${number}/table`)).json();
    if (scene.counters.length > most) [found, most] = [[game, scenario], scene.counters.length];
  }
  await looking.context().close();
  return found;
}

/**
 * Measures the shortest scenario and the largest that the host offers, that one with a full board as well: the first visit right
 * after the server has started, and when it has been visited before.
 */
export async function speed(browser, host, shortest) {
  const scenarios = [shortest, await largest(browser, host)];
  for (const [game, scenario] of scenarios) {
    const { seats } = await host.game(game, scenario);
    const last = scenario === scenarios.at(-1)[1];
    for (const server of last ? ["cold", "warm", "warm, a full board"] : ["cold", "warm"]) {
      // what else the machine does at that moment is measured as well: of three visits the quickest counts, each by a fresh browser,
      // and to a cold server right after it was started anew
      let [best, missed] = [undefined, []];
      for (let visit = 0; visit < 3; visit++) {
        if (server === "cold") {
          await host.stop();
          await host.serve();
        }
        const told = await visited(browser, seats.german, server);
        const quickest = (what) => Math.min(told[what] ?? Infinity, best?.[what] ?? Infinity);
        best = { ...told, ...(best ? Object.fromEntries(TIMES.filter((what) => what in told).map((what) => [what, quickest(what)])) : {}) };
        missed = Object.entries(LIMITS).filter(([what, limit]) => best[what] > limit).map(([what, limit]) => `${what}: ${(best[what] / limit).toFixed(1)} times ${limit}`);
        if (missed.length === 0) break;
      }
      console.log(JSON.stringify({ scenario, server, ...best, missed }));
      assert.ok(best.firstVisitKiB < LARGEST_VISIT / 1024, `a first visit takes ${best.firstVisitKiB} KiB`);
      assert.ok(best.firstPaintMs > 0, "nothing was painted");
      if (server !== "cold") assert.equal(best.clicks, CLICKS, "there was nothing to click");
    }
  }
}

/** A first visit, and clicks if the server is warm. */
async function visited(browser, seat, server) {
  const fresh = await page(browser, "mouse", []);
  if (server.endsWith("board")) await fill(fresh);
  const cdp = await fresh.context().newCDPSession(fresh);
  await cdp.send("Network.enable");
  let bytes = 0;
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await new Player(fresh, "mouse").open(seat);
  const at = (name) => fresh.evaluate((name) => Math.round(performance.getEntriesByName(name)[0]?.startTime ?? -1), name);
  const told = { counters: await counters(fresh), firstVisitKiB: Math.round(bytes / 1024), firstPaintMs: await at("first-contentful-paint"), boardMs: await at("board") };
  const clicks = server === "cold" ? {} : await answers(fresh);
  await fresh.context().close();
  return { ...told, ...clicks };
}

/**
 * Milliseconds from the release of the button over a counter: to the next frame, and to the frame that shows what the service
 * answers; the middle of several clicks of each.
 */
async function answers(tested) {
  const [frames, told] = [[], []];
  const places = await tested.evaluate(() => [...document.querySelectorAll(".overlay .counter[data-unit]")].flatMap((node) => {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return document.elementFromPoint(x, y)?.closest(".frame") ? [[x, y]] : [];
  }));
  for (const [x, y] of places.slice(0, CLICKS)) {
    await tested.evaluate(() => {
      window.answered = new Promise((done) => document.querySelector(".frame").addEventListener("pointerup", () => {
        const start = performance.now();
        const since = () => performance.now() - start;
        let frame;
        setTimeout(() => requestAnimationFrame(() => { frame = since(); }));
        const look = () => {
          if (frame !== undefined && !window.fieldpostBusy) return requestAnimationFrame(() => done([frame, since()]));
          setTimeout(look, 1);
        };
        look();
      }, { once: true, capture: true }));
    });
    await tested.mouse.click(x, y);
    const [frame, answer] = await tested.evaluate(() => window.answered);
    frames.push(frame);
    told.push(answer);
    await tested.waitForTimeout(150);
    await tested.keyboard.press("Escape");
  }
  const mid = (times) => Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? -1);
  return { clicks: frames.length, nextFrameMs: mid(frames), answerMs: mid(told) };
}
