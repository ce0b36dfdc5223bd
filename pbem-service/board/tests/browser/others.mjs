// What games ask of the board that the shortest scenario does not: orders that can go no further, places that are not in view,
// units beside the map; and a browser in which something else is kept than the page has put there.

import assert from "node:assert/strict";
import { findings } from "./checks.mjs";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

export async function others(browser, host) {
  const faults = [];
  const told = [];
  const { seats } = await host.game("ardennes-offensive", "no-1");
  const one = new Player(await page(browser, "mouse", faults), "mouse");
  const tested = one.page;
  await one.open(seats.german);
  const card = tested.locator(".chooser:not([hidden])");
  const choose = async (text) => {
    const choice = card.locator(".choice").filter({ hasText: text }).first();
    const list = card.locator("details:not([open]) > summary", { hasText: "As a list" });
    if (!(await choice.isVisible()) && (await list.count())) await one.press(list);
    await one.press(choice);
  };

  // why an attack that others must join can neither end nor go on is said, with the case and what would do instead
  await one.verb("attack");
  await choose(/^attack 0209$/);
  await choose(/with 326 VG/);
  await card.locator(".refusal", { hasText: "E.4" }).waitFor();
  assert.equal(await card.locator(".main, .choice").count(), 0, "an attack that is refused can be taken");
  told.push(...(await findings(tested)).map((found) => `an order that is stuck: ${found}`));
  await one.letGo();

  // how odds come about is told number by number, and their column stands first among the aids
  await one.verb("attack");
  await choose(/^attack 0209$/);
  await choose(/^attack 0209, 0408$/);
  await choose(/with 326 VG/);
  await one.press(card.locator("summary", { hasText: "How the odds come about" }));
  await card.locator(".bears li", { hasText: /Defence 0408/ }).waitFor();
  await one.press(tested.locator("#tab-aids"));
  await tested.locator(".aids > details[open] .now").first().waitFor();
  told.push(...(await findings(tested)).map((found) => `how odds come about: ${found}`));
  // what is chosen is drawn until it is sent
  await one.press(card.locator("button.main.whole"));
  await tested.locator(".overlay .arrow.attack").first().waitFor({ state: "attached" });
  await one.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // a unit that cannot attack says why, not which verb is for another phase
  await one.press(tested.locator("#tab-units"));
  for (const side of await tested.locator(".roster > details:not([open]) > summary").all()) await one.press(side);
  await one.press(tested.locator(".roster .link", { hasText: /^1\/1 SS/ }).first());
  await card.locator(".refusal", { hasText: "9.1a" }).waitFor();
  await one.letGo();

  // who has had enough says so by two clicks, and takes it back by one
  await one.press(tested.locator("#tab-more"));
  await one.press(tested.locator(".more summary", { hasText: "Ending the game" }));
  await one.press(tested.locator(".more button", { hasText: "Resign the game" }));
  told.push(...(await findings(tested)).map((found) => `a resignation: ${found}`));
  await one.press(tested.locator(".more button", { hasText: "No, play on" }));
  assert.equal(await one.over(), false, "the game was given up by one click");
  await one.press(tested.locator(".more button", { hasText: "Propose a draw" }));
  await tested.locator(".more button", { hasText: "Withdraw" }).waitFor();

  // talk that was not read is counted, what is begun is kept, and Enter twice says it once
  const other = new Player(await page(browser, "mouse", faults), "mouse");
  await other.open(seats.allied);
  await one.press(tested.locator("#tab-talk"));
  await tested.locator("#say").fill("A fine <b>morning</b>");
  await one.press(tested.locator("#tab-log"));
  await one.press(tested.locator("#tab-talk"));
  assert.equal(await tested.locator("#say").inputValue(), "A fine <b>morning</b>", "what was begun is lost");
  let posts = 0;
  tested.on("request", (request) => { posts += new URL(request.url()).pathname.endsWith("/submit") ? 1 : 0; });
  await tested.locator("#say").press("Enter");
  await tested.locator("#say").press("Enter");
  await tested.locator("[role=tabpanel] li", { hasText: "A fine <b>morning</b>" }).waitFor();
  assert.equal(posts, 1, "it was said twice");
  await other.page.locator("#tab-talk", { hasText: "Talk (1)" }).waitFor();
  await other.press(other.page.locator("#tab-talk"));
  await other.page.locator("#tab-talk", { hasText: /^Talk$/ }).waitFor();
  assert.equal(await other.page.locator("[role=tabpanel] li b").count(), 0, "what is said is read as HTML");

  // whatever else lies in the browser under our names, the page comes
  await tested.evaluate(() => { for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"lines":{"a":1},"key":5}'); });
  await tested.reload();
  await tested.waitForSelector("body[data-ready]", { state: "attached" });

  // places that are chosen from a list come into view, and so does who waits beside the map
  const march = await host.game("ardennes-ii", "peiper");
  const third = new Player(await page(browser, "mouse", faults), "mouse");
  await third.open(march.seats.german);
  await third.press(third.page.locator(".asked .link").first());
  const seen = async () => {
    const [room, lit] = [await third.page.locator(".frame").boundingBox(), await third.page.locator(".light:is(.reach, .stop, .target)[d^=M]").first().boundingBox()];
    assert.ok(lit.x >= room.x && lit.y >= room.y && lit.x + lit.width <= room.x + room.width && lit.y + lit.height <= room.y + room.height, "what may be chosen is out of view");
  };
  await third.drawn();
  await seen();
  // red is for what attacks: hexes in which nobody of the other side stands are not
  assert.equal(await third.page.locator(".light.target[d^=M]").count(), 0, "a hex that is no target is red");
  await third.letGo();
  await third.page.locator(".frame").focus();
  for (let away = 0; away < 30; away++) await third.page.keyboard.press("End");
  // a word that can be about one unit alone is about that one
  await third.verb("place");
  await third.drawn();
  await seen();
  assert.deepEqual(told, [], "axe has findings");
  assert.deepEqual(faults, []);
  for (const player of [one, other, third]) await player.page.context().close();
}
