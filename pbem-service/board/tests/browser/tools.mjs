// What the board has beside plain clicks: ways that are drawn, the list of units, the rules of a hex, a ruler, a warning before
// something unspent is given up, and the draft as text.

import assert from "node:assert/strict";
import { findings } from "./checks.mjs";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

const draft = (tested) => tested.locator(".draft ol > li code").allTextContents();
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/**
 * Hexes in which the unit that is chosen may end and that can be pointed at, the nearest first: what lies beyond the window or
 * beneath a card nobody points at. Whether it may go on from there nobody knows yet.
 */
async function near(tested) {
  return tested.evaluate(() => {
    const centre = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = centre(document.querySelector(".ring.chosen"));
    const tags = [...document.querySelectorAll(".tag.reach rect")].map((node) => { const [tx, ty] = centre(node); return [tx, ty - 12]; });
    return tags.filter(([tx, ty]) => document.elementFromPoint(tx, ty)?.closest(".frame")).sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  });
}

export async function tools(browser, host) {
  const faults = [];
  const { seats } = await host.game("autumn-fog", "initial-assault");
  const [german, allied] = [new Player(await page(browser, "mouse", faults), "mouse"), new Player(await page(browser, "mouse", faults), "mouse")];
  await german.open(seats.german);
  await allied.open(seats.allied);
  for (const one of [german, allied]) {
    await one.endAllotment();
    await one.send();
  }
  await german.page.locator(".headline .state.mine").waitFor();
  await german.decide();
  const tested = german.page;
  const told = [];
  const axe = async (state) => {
    for (const colorScheme of ["dark", "light"]) {
      await tested.emulateMedia({ colorScheme });
      told.push(...(await findings(tested)).map((found) => `${state}, ${colorScheme}: ${found}`));
    }
  };

  // whoever is taken from the list of units is chosen on the board
  await german.press(tested.locator("#tab-units"));
  await axe("units");
  const names = await tested.locator(".roster > ul").first().locator(".link").allTextContents();
  assert.ok(names.length > 2, `nobody may act: ${names}`);
  let mover;
  for (let at = 0; at < names.length; at++) {
    await german.press(tested.locator(".roster > ul").first().locator(".link").nth(at));
    await german.drawn();
    if ((await tested.locator(".tag.reach").count()) > 6) { mover = at; break; }
  }
  assert.notEqual(mover, undefined, "nobody who is listed can go anywhere");
  assert.ok(names[mover].startsWith(await tested.locator(".chooser h2").textContent()), "another unit was chosen than the one in the list");
  assert.equal(await tested.evaluate(() => document.activeElement.matches(".frame")), true, "the list does not lead to the map, where hexes are lit");
  const choose = async () => {
    await german.press(tested.locator(".roster > ul").first().locator(".link").nth(mover));
    await german.drawn();
  };

  // a way is drawn by dragging the counter
  const from = middle(await tested.locator(".ring.chosen").first().boundingBox());
  const view = () => tested.locator(".layer").getAttribute("style");
  const before = await view();
  let drawn = false;
  for (const to of (await near(tested)).slice(0, 5)) {
    const [next] = (await near(tested)).filter((one) => one[0] !== to[0] && Math.hypot(one[0] - to[0], one[1] - to[1]) < 90);
    if (!next) continue;
    await tested.mouse.move(...from);
    await tested.mouse.down();
    for (const [x, y] of [to, next]) { await tested.mouse.move(x, y, { steps: 5 }); await tested.waitForTimeout(60); }
    assert.ok(await tested.locator(".overlay .path[d^=M]").count(), "the way is not shown while it is drawn");
    await tested.mouse.up();
    await german.idle();
    await tested.waitForTimeout(150);
    const [line] = await draft(tested);
    drawn = / via \d+/.test(line ?? "");
    if (drawn) break;
    if (line) await german.press(tested.locator(".draft .line button").last());
    await tested.keyboard.press("Escape");
    await choose();
  }
  assert.ok(drawn, "no way could be drawn");
  assert.equal(await view(), before, "the map went along with the counter");
  await german.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // the same by Shift and clicks
  await choose();
  let by = false;
  for (let at = 0; at < 5 && !by; at++) {
    const to = (await near(tested))[at];
    await tested.keyboard.down("Shift");
    await german.point(to);
    await tested.keyboard.up("Shift");
    const end = tested.locator(".chooser:not([hidden]) .choice.whole", { hasText: " via " });
    by = (await end.count()) > 0;
    if (by) await german.press(end.first());
    else { await tested.keyboard.press("Escape"); await choose(); }
  }
  assert.match((await draft(tested)).join(), / via \d+/, "Shift and a click lead by no hex");
  await german.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // dropped where it may go, a counter goes there, whatever hexes the pointer crossed: those of a way that nobody could go, and
  // those of one that leads on from where it is dropped
  await choose();
  const goals = await near(tested);
  for (const goal of [goals.at(-1), goals.at(goals.length / 2), goals.at(goals.length / 3)]) {
    await choose();
    await tested.mouse.move(...middle(await tested.locator(".ring.chosen").first().boundingBox()));
    await tested.mouse.down();
    const box = await tested.locator(".frame").boundingBox();
    await tested.mouse.move(box.x + box.width - 30, box.y + 70, { steps: 6 });
    await tested.mouse.move(...goal, { steps: 6 });
    await tested.mouse.up();
    await german.idle();
    assert.match((await draft(tested)).join(), /^move /, "a counter that is dropped on a lit hex does not go there");
    await german.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));
  }

  // a card can be folded, and nothing is let go by it
  await choose();
  const open = (await tested.locator(".chooser").boundingBox()).height;
  await german.press(tested.locator(".chooser .fold"));
  assert.ok((await tested.locator(".chooser").boundingBox()).height < open / 2, "the card is not folded");
  assert.ok(await tested.locator(".tag.reach").count(), "folding the card lets go");
  await german.press(tested.locator(".chooser .fold"));
  await tested.keyboard.press("Escape");

  // tables are read in a view of their own
  await german.press(tested.locator("#tab-aids"));
  await german.press(tested.locator(".aids button", { hasText: "large view" }));
  await tested.locator(".large[open] table").first().waitFor();
  const [wide, tall] = await tested.locator(".large").evaluate((node) => [node.offsetWidth / innerWidth, node.offsetHeight / innerHeight]);
  assert.ok(wide > 0.75 && tall > 0.85, `the large view takes ${wide} × ${tall} of the window`);
  await axe("the large view");
  await tested.keyboard.press("Escape");
  await german.press(tested.locator("#tab-units"));

  // what gives up something is asked about once more, and nothing is given up by letting go
  await german.press(tested.locator(".beginnings .choice", { hasText: /^end/ }));
  await tested.locator(".chooser .warning").waitFor();
  await axe("a warning");
  await german.press(tested.locator(".chooser button", { hasText: "Not yet" }));
  assert.deepEqual(await draft(tested), [], "something was given up unasked");
  await german.press(tested.locator(".beginnings .choice", { hasText: /^end/ }));
  await german.press(tested.locator(".chooser button", { hasText: "Give it up" }));
  assert.equal((await draft(tested)).length, 1);
  await german.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // a hex tells its ground, and the cases that bear on it lead to their words
  await choose();
  await german.press(tested.locator(".chooser summary", { hasText: "Rules of this hex" }));
  const link = tested.locator(".chooser .bears .case").first();
  await link.waitFor();
  await axe("the rules of a hex");
  const number = (await link.textContent()).replace(/[[\]]/g, "");
  await german.press(link);
  await tested.locator(".aids .cases dt", { hasText: number }).first().waitFor();
  await tested.keyboard.press("Escape");

  // the ruler counts hexes
  await tested.locator(".overlays > summary").click();
  await tested.locator(".overlays .menu button", { hasText: "Ruler" }).click();
  await tested.keyboard.press("Escape");
  const frame = await tested.locator(".frame").boundingBox();
  await tested.mouse.click(frame.x + 300, frame.y + 300);
  await tested.mouse.move(frame.x + 500, frame.y + 380, { steps: 4 });
  await tested.waitForFunction(() => /^\d+ hexes$/.test(document.querySelector(".status").textContent));
  await tested.locator(".overlays > summary").click();
  await tested.locator(".overlays .menu button", { hasText: "Ruler" }).click();
  await tested.keyboard.press("Escape");

  // the draft as text: a line is completed, a refused one stands in the way of nothing, and what a mail takes is taken here
  await german.press(tested.locator("#tab-typing"));
  await tested.locator("#typed").pressSequentially("mov");
  await tested.locator(".completions button").first().waitFor();
  await axe("completions");
  await tested.keyboard.press("ArrowRight");
  assert.match(await tested.locator("#typed").inputValue(), /^move/);
  await tested.locator("#typed").fill("move nobody to nowhere");
  await german.press(tested.locator("[role=tabpanel] button.main"));
  await tested.locator(".results li.bad").waitFor();
  assert.deepEqual(await draft(tested), [], "a refused line stays in the way");
  assert.equal(await tested.locator("#typed").inputValue(), "move nobody to nowhere", "what was refused cannot be mended where it was typed");
  await german.actor();
  assert.ok(await tested.locator(".chooser:not([hidden]) .choices button").count(), "nothing can be clicked after a line that was refused");
  await german.letGo();
  await tested.locator("#typed").fill("status");
  await german.press(tested.locator("[role=tabpanel] button.main"));
  await tested.locator(".results li.good").waitFor();
  assert.ok((await tested.locator(".results li.good p").count()) > 3, "status does not answer");
  // the last order is taken back as long as nothing has come of it; a double click takes back one
  const acting = await tested.locator(".headline .caption").textContent();
  let posts = 0;
  tested.on("request", (request) => { posts += new URL(request.url()).pathname.endsWith("/submit") ? 1 : 0; });
  await tested.locator(".draft .buttons button", { hasText: "Take back" }).first().dblclick({ delay: 5 });
  await german.idle();
  assert.equal(posts, 1, "a double click took back twice");
  await tested.waitForFunction((before) => document.querySelector(".headline .caption").textContent !== before, acting);
  assert.ok((await german.beginnings()).some((text) => text.startsWith("activate")), "the activation was not taken back");

  // and what is said goes to the other side
  await german.press(tested.locator("#tab-talk"));
  await tested.locator("#say").fill("Well met.");
  await german.press(tested.locator("[role=tabpanel] form button"));
  await allied.press(allied.page.locator("#tab-talk"));
  await allied.page.locator("[role=tabpanel] li", { hasText: "Well met." }).waitFor();
  await german.press(tested.locator("#tab-typing"));
  await tested.locator("#typed").fill("resign the game");
  await german.press(tested.locator("[role=tabpanel] button.main"));
  await tested.locator(".asked .outcome").waitFor();
  await axe("after a resignation");
  assert.deepEqual(told, [], "axe has findings");
  assert.deepEqual(faults, []);
  for (const one of [german, allied]) await one.page.context().close();
}
