// What somebody must find who plays for the first time, on a large window and on a phone: what the other side did, what may be
// chosen, why an order is refused and what would do instead, and what the signs mean.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

const news = (tested) => tested.locator(".news li").allTextContents();

/** Whether all of an element is within the window and on top there. */
const seen = (locator) => locator.evaluate((node) => {
  const box = node.getBoundingClientRect();
  const at = (x, y) => { const top = document.elementFromPoint(x, y); return top === node || node.contains(top); };
  return box.width > 0 && box.top >= 0 && box.left >= -0.5 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5 && at(box.x + box.width / 2, box.y + 3) && at(box.x + box.width / 2, box.bottom - 3);
});

/** Middle brightness of a place of the window, from 0 to 255. */
async function brightness(tested, [x, y]) {
  const picture = (await tested.screenshot({ clip: { x: x - 5, y: y - 5, width: 10, height: 10 } })).toString("base64");
  return tested.evaluate(async (text) => {
    const drawn = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: "image/png" }));
    const canvas = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
    canvas.drawImage(drawn, 0, 0);
    const { data } = canvas.getImageData(0, 0, drawn.width, drawn.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    return sum / (data.length / 4);
  }, picture);
}

/** Chooses a counter on the map that has hexes to go to, by keys. */
async function choose(player) {
  const tested = player.page;
  for (let tries = 0; tries < 12; tries++) {
    await tested.locator(".frame").focus();
    await tested.keyboard.press("n");
    await tested.keyboard.press("Enter");
    await player.idle();
    await player.drawn();
    if ((await tested.locator(".tag.reach").count()) > 6) return;
    await tested.keyboard.press("Escape");
  }
  throw new Error("nobody can go anywhere");
}

/** Whatever this browser has kept, and on another device, all that the other side did is there until one orders. */
async function replay(browser, host, faults) {
  const { game, seats } = await host.game("ardennes-offensive", "no-1", ["allied"], [], "german");
  // a host that runs does not know that another process has begun a game in which its computer moves first
  await host.stop();
  await host.serve();
  const one = new Player(await page(browser, "mouse", faults), "mouse");
  await one.open(seats.allied);
  await one.page.locator(".headline .state.mine").waitFor({ timeout: 60000 });
  // who is asked about a retreat answers, until it is his turn
  for (let asked = 0; asked < 20 && !/Allied/.test(await one.page.locator(".headline .caption").textContent().then((text) => text.split(" · ")[1])); asked++) {
    await one.decide();
    await one.page.locator(".headline .state.mine").waitFor({ timeout: 60000 });
  }
  await one.idle();
  const all = await news(one.page);
  assert.ok(all.length > 8, `little is told of a whole turn: ${all}`);
  await one.page.reload();
  await one.page.waitForSelector("body[data-ready]", { state: "attached" });
  await one.idle();
  const again = await news(one.page);
  const other = new Player(await page(browser, "mouse", faults), "mouse");
  await other.open(seats.allied);
  assert.deepEqual(await news(other.page), again, "another device tells something else");
  assert.ok(all.every((line) => again.includes(line)), "a reload loses what the other side did");
  assert.match(await other.page.locator(".news h2").textContent(), /^(Since your last order|What has happened so far)/);
  // step by step, from the board before it, all of it is there, attacks and all
  await other.press(other.page.locator(".news .player button", { hasText: "A step on" }));
  await other.press(other.page.locator('.news [data-key="back"]'));
  const told = [];
  const [, last] = (await other.page.locator(".news h2 small").textContent()).match(/(\d+)\s*$/);
  let attacks = 0;
  for (let moments = 0; moments <= Number(last); moments++) {
    told.push(...(await news(other.page)));
    attacks += await other.page.locator(".overlay .arrow.attack").count();
    await other.press(other.page.locator('.news [data-key="on"]'));
  }
  assert.deepEqual(again.filter((line) => !told.includes(line)), [], "some of what happened is not played");
  if (again.some((line) => / attack /.test(line))) assert.ok(attacks > 0, "no attack is drawn while it is played");
  await other.press(other.page.locator(".news button", { hasText: "To the present" }));
  const past = other.page;
  // the past: turns in folds, and the board of a step whole within the window
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    await past.setViewportSize(viewport);
    await past.goto(`${host.url}/games/${game}/history`);
    assert.equal(await past.locator(".of-turn[open]").count(), 1, "turns of the past are not folded");
    await past.goto(`${host.url}/games/${game}/history/3`);
    const picture = past.locator("img.moment");
    await picture.evaluate((node) => node.decode());
    const { width, height } = await picture.boundingBox();
    assert.ok(width <= viewport.width && height <= viewport.height, `the board of a moment takes ${width}×${height}`);
  }
  await past.context().close();
  await one.page.context().close();
}

/** Lit hexes are as light as before, all others darker, by day and by night; the keys are on the map, the list goes by cost. */
async function light(browser, host, faults) {
  const { seats } = await host.game("autumn-fog", "initial-assault");
  const [player, other] = [new Player(await page(browser, "mouse", faults), "mouse"), new Player(await page(browser, "mouse", faults), "mouse")];
  await player.open(seats.german);
  await other.open(seats.allied);
  for (const one of [player, other]) {
    await one.endAllotment();
    await one.send();
  }
  await other.page.context().close();
  const tested = player.page;
  await tested.locator(".headline .state.mine").waitFor();
  await player.decide();
  for (const colorScheme of ["light", "dark"]) {
    await tested.emulateMedia({ colorScheme });
    await choose(player);
    assert.equal(await tested.evaluate(() => document.activeElement.matches(".frame")), true, "the keys are not on the map after choosing");
    // grounds beside the tags, and a place of the map that is not lit
    const places = await tested.evaluate(() => {
      const shade = document.querySelector(".shade");
      const light = document.querySelector(".light.reach");
      const inside = (path, x, y) => { const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse()); return path.isPointInFill(at); };
      const found = { lit: [], dark: [] };
      for (let x = 350; x < 900; x += 23) for (let y = 120; y < 600; y += 19) {
        if (!document.elementFromPoint(x, y)?.closest(".frame")) continue;
        if ([[0, 0], [-6, -6], [6, -6], [-6, 6], [6, 6]].every(([dx, dy]) => inside(light, x + dx, y + dy))) found.lit.push([x, y]);
        else if ([[0, 0], [-6, -6], [6, 6]].every(([dx, dy]) => inside(shade, x + dx, y + dy))) found.dark.push([x, y]);
      }
      return found;
    });
    const some = (all) => all.filter((_, at) => at % Math.ceil(all.length / 5) === 0).slice(0, 5);
    const measured = async (all) => { const made = []; for (const at of all) made.push(await brightness(tested, at)); return made; };
    const [lit, dark] = [some(places.lit), some(places.dark)];
    assert.ok(lit.length > 2 && dark.length > 2, "there is nothing to compare");
    const [litNow, darkNow] = [await measured(lit), await measured(dark)];
    await tested.keyboard.press("Escape");
    await player.drawn();
    const [litBefore, darkBefore] = [await measured(lit), await measured(dark)];
    const sum = (values) => values.reduce((all, one) => all + one, 0) / values.length;
    assert.ok(sum(litNow) > sum(litBefore) * 0.93, `${colorScheme}: what is lit is ${sum(litNow)}, it was ${sum(litBefore)}`);
    assert.ok(sum(darkNow) < sum(darkBefore) * 0.75, `${colorScheme}: what is not lit is ${sum(darkNow)}, it was ${sum(darkBefore)}`);
  }
  await tested.emulateMedia({ colorScheme: "light" });
  await choose(player);
  const before = await tested.locator(".cursor").getAttribute("d");
  await tested.keyboard.press("ArrowDown");
  assert.notEqual(await tested.locator(".cursor").getAttribute("d"), before, "an arrow does not move on the map after choosing");
  const list = tested.locator(".chooser details summary", { hasText: "As a list" });
  if (await list.count()) {
    await player.press(list);
    const costs = (await tested.locator(".chooser details .choice small:first-of-type").allTextContents()).map((text) => parseFloat(text));
    assert.ok(costs.length > 6 && costs.every((cost, at) => at === 0 || cost >= costs[at - 1]), `the list does not go by cost: ${costs}`);
  }
  await tested.context().close();
}

/** Why a line is refused stands on top, the line is in view, what would do instead is one click; what is typed is sent by one. */
async function drafting(browser, host, faults) {
  const { seats } = await host.game("ardennes-offensive", "no-1");
  const one = new Player(await page(browser, "mouse", faults), "mouse");
  const tested = one.page;
  await one.open(seats.german);
  const draft = () => tested.locator(".draft ol > li code").allTextContents();
  const card = tested.locator(".chooser:not([hidden])");
  await one.verb("attack");
  for (const text of [/^attack 0209$/, /with 326 VG/]) {
    const choice = card.locator(".choice").filter({ hasText: text }).first();
    if (!(await choice.isVisible())) await one.press(card.locator("summary", { hasText: "As a list" }));
    await one.press(choice);
  }
  const named = card.locator(".refusal button.order");
  const line = await named.first().textContent();
  await one.press(named.first());
  assert.deepEqual(await draft(), [line], "an order that a refusal names is not put into the draft by a click");
  await one.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // where a game knows no ways by hexes, the keys say nothing of them
  await tested.keyboard.press("Escape");
  await tested.keyboard.press("?");
  assert.ok(!(await tested.locator(".keys").textContent()).includes("Shift"), "ways are promised that this game does not have");

  // a line that is refused after others that are not
  await one.press(tested.locator("#tab-typing"));
  const lines = ["status", "cases 11", "preview end", "what can 326 VG do", "attack 0209 with 326 VG", "waiting"];
  await tested.locator("#typed").fill(lines.join("\n"));
  await tested.locator("#typed").blur();
  const blocked = tested.locator(".blocked:not([hidden])");
  await blocked.waitFor();
  assert.match(await blocked.locator("h2").textContent(), /^Line \d of your draft cannot be/);
  assert.ok(await seen(blocked.locator("h2")), "why a line is refused is not in view");
  const wrong = tested.locator(".draft li.wrong");
  assert.ok(await seen(wrong.locator("code")), "the line that is refused is not in view");
  await tested.locator(".draft .buttons button", { hasText: "Clear" }).click();
  await one.idle();

  // what is typed is sent by one click on the button of the draft
  await tested.locator("#typed").fill("status");
  await tested.locator("#typed").blur();
  await one.idle();
  await tested.locator("#typed").fill("status\nwaiting");
  await tested.locator(".draft .send").click();
  await tested.locator(".results li", { hasText: "waiting" }).waitFor();
  for (const what of ["#typed", ".results h2"]) assert.ok(await seen(tested.locator(what)), `after sending ${what} is out of view`);
  await tested.context().close();
}

/** A seat that the browser does not have is named; on a phone nothing runs together or is cut; signs are explained. */
async function narrow(browser, host, faults) {
  const { game, seats } = await host.game("ardennes-offensive", "no-1");
  const phone = new Player(await page(browser, "touch", faults), "touch");
  const tested = phone.page;
  await phone.open(seats.german);
  const caption = tested.locator(".headline .caption");
  assert.ok(await caption.evaluate((node) => node.scrollHeight <= node.clientHeight + 1), "the phase is cut");
  await tested.touchscreen.tap(200, 400);
  await phone.idle();
  assert.equal(await tested.locator(".hints").isVisible(), false, "a hint stays over the map once it was touched");
  await phone.letGo();
  await phone.panel(true);
  const tabs = await tested.locator("[role=tablist] > [role=tab]").evaluateAll((all) => all.map((node) => { const { left, right, top } = node.getBoundingClientRect(); return [left, right, top, node.scrollWidth <= node.clientWidth + 1]; }));
  for (const [at, [left, right, top, whole]] of tabs.entries()) {
    assert.ok(whole && left >= 0 && right <= 390, `tab ${at} is cut`);
    if (at && tabs[at - 1][2] === top) assert.ok(left >= tabs[at - 1][1] - 0.5, `tab ${at} runs into the one before`);
  }
  await phone.press(tested.locator("#tab-aids"));
  await phone.press(tested.locator(".aids button", { hasText: "large view" }));
  const crt = tested.locator(".large table").first();
  await crt.waitFor();
  assert.ok(await crt.evaluate((node) => { const box = node.getBoundingClientRect(); return box.right <= innerWidth && box.left >= 0 && box.top >= 0; }), "the table of results is cut");
  await phone.press(tested.locator(".large .close"));
  await phone.press(tested.locator("#tab-more"));
  await phone.press(tested.locator(".more summary", { hasText: "Ending the game" }));
  await phone.press(tested.locator(".more button", { hasText: "Resign the game" }));
  await tested.waitForTimeout(150);
  assert.ok(await seen(tested.locator(".more button", { hasText: "No, play on" })), "what is asked about a resignation is cut");
  await phone.press(tested.locator(".more summary", { hasText: "Standing orders" }));
  assert.ok(await tested.locator(".more select + p").count(), "what a standing order means is cut");
  await phone.panel(false);
  await tested.locator(".overlays > summary").first().tap();
  const legends = tested.locator(".legends summary");
  await legends.first().waitFor();
  for (const legend of await legends.all()) await legend.tap();
  const words = await tested.locator(".overlays .menu").textContent();
  for (const sign of ["Interdicted by Allies", "Interdicted by Germans", "start", "retreated"]) assert.ok(words.toLowerCase().includes(sign.toLowerCase()), `the legend has no “${sign}”`);
  for (const picture of await tested.locator(".legends img").all()) {
    await picture.scrollIntoViewIfNeeded();
    assert.ok(await picture.evaluate((node) => node.decode().then(() => node.naturalWidth > 0, () => false)), `a sign of the legend has no picture: ${(await picture.getAttribute("src")).slice(0, 90)}`);
  }
  assert.equal(await tested.locator(".notes .note").count(), 0);
  await tested.goto(`${host.url}/games/${game}?seat=allied`);
  await tested.waitForSelector("body[data-ready]", { state: "attached" });
  assert.match(await tested.locator(".notes .note").textContent(), /seat “allied”, which this browser does not have\. You play German/);
  await tested.context().close();
}

export async function newcomer(browser, host) {
  const faults = [];
  await drafting(browser, host, faults);
  await narrow(browser, host, faults);
  await light(browser, host, faults);
  await replay(browser, host, faults);
  assert.deepEqual(faults, []);
}
