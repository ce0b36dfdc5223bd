// Pictures of the states of the board, to be looked at: `node tests/browser/shots.mjs FOLDER`. At 1440 and 390 pixels, light and dark.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Host } from "./host.mjs";
import { Player } from "./player.mjs";
import { launch, page } from "./run.mjs";

const SCENARIOS = [["autumn-fog", "initial-assault"], ["ardennes-offensive", "no-1"]];

export async function shots(folder) {
  await mkdir(folder, { recursive: true });
  const [browser, host] = [await launch(), await Host.start()];
  try {
    for (const [game, scenario] of SCENARIOS) {
      for (const hand of ["mouse", "touch"]) {
        const { seats } = await host.game(game, scenario);
        const players = [];
        for (const seat of Object.values(seats)) {
          const player = new Player(await page(browser, hand, []), hand);
          await player.open(seat);
          players.push(player);
        }
        const [first] = players;
        let count = 0;
        const shot = async (state, one = first) => {
          count++;
          for (const colorScheme of ["light", "dark"]) {
            await one.page.emulateMedia({ colorScheme });
            await one.page.waitForTimeout(350);
            await one.page.screenshot({ path: join(folder, `${game}-${hand}-${String(count).padStart(2, "0")}-${state}-${colorScheme}.png`) });
          }
          await one.page.emulateMedia({ colorScheme: "light" });
        };
        await shot("opened");
        for (let rounds = 0; rounds < 9; rounds++) {
          for (const one of players) if (await one.asked()) { await one.decide(); break; }
        }
        const mover = (await first.asked()) ? first : players[1];
        await mover.page.bringToFront();
        await shot("news", mover);
        await mover.actor();
        await shot("chosen", mover);
        await mover.letGo();
        const stack = await mover.page.evaluate(() => {
          const counted = new Map();
          for (const { dataset } of document.querySelectorAll(".overlay .counter[data-unit][data-hex]")) counted.set(dataset.hex, (counted.get(dataset.hex) ?? 0) + 1);
          for (const [hex, count] of counted) {
            const box = [...document.querySelectorAll(`.overlay .counter[data-hex="${hex}"]`)].at(-1).getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (count > 1 && document.elementFromPoint(x, y)?.closest(".frame")) return [x, y];
          }
          return null;
        });
        if (stack) {
          await mover.point(stack);
          await shot("stack", mover);
          await mover.letGo();
        }
        await mover.actor();
        await mover.finish();
        await shot("drafted", mover);
        await mover.panel(true);
        for (const tab of ["units", "trays", "aids", "typing", "more"]) {
          await mover.press(mover.page.locator(`#tab-${tab}`));
          await shot(tab, mover);
        }
        await mover.press(mover.page.locator("#tab-log"));
        await mover.panel(false);
        await mover.send();
        await shot("sent", mover);
        await mover.page.locator(".overlays > summary").click();
        await mover.page.locator(".offered button").first().click();
        await shot("marked", mover);
        await mover.page.keyboard.press("Escape");
        await mover.panel(true);
        // what came of one's own orders stands in the place of old news
        const close = mover.page.locator(".results .close");
        if (await close.isVisible()) await mover.press(close);
        await mover.press(mover.page.locator(".news .player button").first());
        await shot("past", mover);
        for (const one of players) await one.page.context().close();
      }
    }
  } finally {
    await browser.close();
    await host.end();
  }
}

if (import.meta.url === `file://${process.argv[1]}`) await shots(process.argv[2] ?? "shots");
