// What a page must bear: two tabs, double clicks, going back, a stale page, a server that is away, a slow line; that everybody
// can read it; and how fast it is.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

const axe = new URL("../../node_modules/axe-core/axe.min.js", import.meta.url).pathname;

/** Findings of axe, all of them, target sizes included. */
export async function findings(tested) {
  await tested.evaluate(await readFile(axe, "utf8"));
  const found = await tested.evaluate(() => window.axe.run(document, { rules: { "target-size": { enabled: true } } }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

const draft = (tested) => tested.locator(".draft ol > li code").allTextContents();

export async function checks(browser, host) {
  const faults = [];
  const { seats } = await host.game("autumn-fog", "initial-assault");
  const [german, allied] = [new Player(await page(browser, "mouse", faults), "mouse"), new Player(await page(browser, "touch", faults), "touch")];

  await german.open(seats.german);
  await allied.open(seats.allied);

  // the headline says that the board shows a draft, and says it only then
  const headline = () => german.page.locator(".headline .caption").textContent();
  assert.doesNotMatch(await headline(), /your draft/);

  // the draft is there after a reload, after going back and in a second tab
  await german.endAllotment();
  assert.match(await headline(), /as your draft leaves it/);
  const written = await draft(german.page);
  assert.deepEqual(written, ["allot done"]);
  await german.page.reload();
  await german.page.waitForSelector("body[data-ready]", { state: "attached" });
  assert.deepEqual(await draft(german.page), written, "a reload lost the draft");
  await german.page.goto(`${host.url}/mine`);
  await german.page.goBack();
  await german.page.waitForSelector("body[data-ready]", { state: "attached" });
  await german.idle();
  assert.deepEqual(await draft(german.page), written, "going back lost the draft");
  const second = await german.page.context().newPage();
  await second.goto(german.page.url());
  await second.waitForSelector("body[data-ready]", { state: "attached" });
  assert.deepEqual(await draft(second), written, "a second tab does not show the draft");
  await german.press(german.page.locator(".draft .line button").last());
  await second.waitForFunction(() => !document.querySelector(".draft ol"));
  await german.press(german.page.locator(".draft .buttons button", { hasText: "Bring it back" }));
  assert.deepEqual(await draft(german.page), written);

  // more windows than a browser has connections for a host: each is answered, and hears of what is sent
  const many = [];
  for (let at = 0; at < 7; at++) {
    const one = await german.page.context().newPage();
    await one.goto(german.page.url());
    await one.waitForSelector("body[data-ready]", { state: "attached" });
    many.push(one);
  }
  const held = await second.evaluate(async () => (await navigator.locks.query()).held.map((lock) => lock.name));
  assert.equal(held.filter((name) => name.startsWith("fieldpost stream")).length, 1, `windows of one seat hold ${held}`);

  // a double click sends once, and the other tabs see it without a reload
  let posts = 0;
  german.page.on("request", (request) => { posts += new URL(request.url()).pathname.endsWith("/submit") ? 1 : 0; });
  await german.page.locator(".draft .send").dblclick({ delay: 5 });
  await german.page.waitForFunction(() => !document.querySelector(".send"));
  assert.equal(posts, 1, "a double click sent twice");
  await second.waitForFunction(() => !document.querySelector(".headline .state.mine"));
  assert.deepEqual(await draft(second), [], "what was sent is still in the draft of the other tab");
  for (const one of many) await one.waitForFunction(() => !document.querySelector(".headline .state.mine"));
  for (const one of [second, ...many]) await one.close();

  // the server goes away while orders are sent: they arrive once when it is back
  await allied.endAllotment();
  await host.stop();
  await allied.page.locator(".bar .send").tap();
  await allied.page.locator(".away:not([hidden])").waitFor();
  assert.deepEqual(await draft(allied.page), ["allot done"], "a lost server lost the draft");
  await host.serve();
  await allied.page.waitForFunction(() => !document.querySelector(".send"));
  await german.page.locator(".headline .state.mine").waitFor();
  assert.equal((await german.page.locator(".log li", { hasText: "initiative" }).count()) > 0, true, "the other side's order is not in the log");

  // the other side sees an order without a reload; how soon is printed
  await german.actor();
  await german.finish();
  const before = await allied.page.locator(".log li").count();
  await allied.page.locator("body[data-live]").waitFor({ state: "attached" });
  const stored = german.page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith("/submit")).then(() => Date.now());
  await german.page.locator(".draft .send").click();
  await allied.page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, before, { polling: 20 });
  const seen = Date.now() - (await stored);
  console.log(JSON.stringify({ seenByTheOtherSideMs: seen, limit: 1000 }));
  await german.idle();

  // slow network: every answer half a second late
  const slow = await german.page.context().newCDPSession(german.page);
  await slow.send("Network.enable");
  await slow.send("Network.emulateNetworkConditions", { offline: false, latency: 500, downloadThroughput: 50_000, uploadThroughput: 20_000 });
  await german.actor();
  await german.page.locator(".chooser:not([hidden]) .choices button").first().waitFor();
  await german.letGo();
  await german.verb("end");
  const lines = await draft(german.page);
  assert.equal(lines.length, 1, "nothing could be chosen over a slow line");
  await german.send();
  await slow.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });

  // a stale page: another window of the seat has ordered meanwhile, and this one has not heard of it
  await german.page.route(/\/(table|changes)(\?|$)/, (route) => route.abort());
  const other = await page(browser, "mouse", faults);
  const elsewhere = new Player(other, "mouse");
  await elsewhere.open(seats.german);
  await german.verb("pass");
  const stale = await draft(german.page);
  assert.equal(stale.length, 1, "a stale page does not let one choose");
  await elsewhere.verb("pass");
  await elsewhere.send();
  await other.context().close();
  await german.page.locator(".draft .send").click();
  await german.page.locator(".results:not([hidden])").waitFor();
  assert.deepEqual(await draft(german.page), stale, "what a stale page sent for a settled question was lost");
  await german.page.unroute(/\/(table|changes)(\?|$)/);
  await german.page.reload();
  await german.page.waitForSelector("body[data-ready]", { state: "attached" });
  await german.idle();
  assert.equal(await german.page.locator(".draft .warning").count(), 1, "nobody says that the game has moved on");
  await german.page.locator(".draft .buttons button", { hasText: "Clear" }).click();
  await german.idle();

  // everybody can use it
  await allied.actor();
  const told = [];
  for (const one of [german, allied]) {
    for (const colorScheme of ["light", "dark"]) {
      await one.page.emulateMedia({ colorScheme });
      told.push(...(await findings(one.page)).map((found) => `${one.hand}, ${colorScheme}: ${found}`));
    }
    await one.panel(true);
    for (const tab of ["talk", "trays", "aids", "typing", "more"]) {
      await one.press(one.page.locator(`#tab-${tab}`));
      await one.page.waitForTimeout(100);
      told.push(...(await findings(one.page)).map((found) => `${one.hand}, ${tab}: ${found}`));
    }
  }
  // the past, the menu of what may be marked, with something marked, and an open card
  await german.page.locator("#tab-log").click();
  await german.page.locator(".news .player button").first().click();
  await german.page.locator("body.past").waitFor({ state: "attached" });
  for (const colorScheme of ["light", "dark"]) {
    await german.page.emulateMedia({ colorScheme });
    told.push(...(await findings(german.page)).map((found) => `past, ${colorScheme}: ${found}`));
  }
  assert.equal(await german.page.locator(".chooser:not([hidden])").count(), 0, "orders can be given in the past");
  await german.page.locator(".news button", { hasText: "To the present" }).click();
  await german.page.locator(".overlays > summary").click();
  await german.page.locator(".offered button").first().click();
  await german.page.locator(".legend:not([hidden])").waitFor();
  told.push(...(await findings(german.page)).map((found) => `overlays: ${found}`));
  assert.ok((await german.page.locator(".light.marked").getAttribute("d")).length > 100, "nothing is marked");
  await german.page.keyboard.press("Escape");
  assert.deepEqual(told, [], "axe has findings");
  assert.deepEqual(faults, []);
  for (const one of [german, allied]) await one.page.context().close();
}
