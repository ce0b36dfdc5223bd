// Somebody who tries the program on his own machine: he starts a game, both seats lie side by side in one browser, and the
// little game is played to its end by clicks, or by keys alone.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";
import { Host, FORD } from "./host.mjs";
import { page } from "./run.mjs";

const side = (tested) => tested.locator(".headline .caption").textContent().then((caption) => caption.split(" · ").at(-1));

export async function demo(browser, hand = "mouse") {
  const [host, faults] = [await Host.demo(FORD), []];
  try {
    const first = await page(browser, hand, faults);
    await first.goto(host.door);
    await first.goto(`${host.url}/`);
    await first.locator("form[action='/demo/game'] .main").first().click();
    await first.waitForSelector("body[data-ready]", { state: "attached" });
    const game = first.url().match(/games\/(\d+)\?seat=/)[1];
    const second = await first.context().newPage();
    second.on("pageerror", (error) => faults.push(error.message));
    await second.goto(`${host.url}/demo`);
    const own = await side(first);
    for (const seat of await second.locator(".mailbox", { hasText: `Game ${game},` }).all()) {
      if (own.endsWith((await seat.locator("h2").textContent()).split(", ")[1].replace(/^the | side$/g, ""))) continue;
      await seat.locator("a[href^='/seat/']").click();
      break;
    }
    await second.waitForSelector("body[data-ready]", { state: "attached" });
    assert.notEqual(await side(second), own, "both windows play one seat");
    await first.reload();
    await first.waitForSelector("body[data-ready]", { state: "attached" });
    assert.equal(await side(first), own, "the seat that was opened last took the other's window");

    const players = [new Player(first, hand), new Player(second, hand)];
    let decisions = 0;
    for (let idle = 0; !(await players[0].over()) && idle < 60; ) {
      let acted = false;
      for (const player of players) {
        if (!(await player.asked())) continue;
        await player.page.bringToFront();
        await player.decide();
        decisions++;
        acted = true;
        break;
      }
      idle = acted ? 0 : idle + 1;
      if (idle) await new Promise((later) => setTimeout(later, 150));
    }
    const outcome = await first.locator(".asked .outcome").textContent();
    assert.ok(outcome, "the little game has no outcome");
    assert.deepEqual(faults, []);
    await first.context().close();
    return { game: "the-ford", seats: "side by side", hand, decisions, outcome };
  } finally {
    await host.end();
  }
}
