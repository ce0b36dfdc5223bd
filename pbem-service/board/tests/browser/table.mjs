// The table round the board: stacks that spread out, what is asked with its deadline and what answers it, marks that follow the
// draft, a receipt that leaves the question in view, one's mail, and all lines that a mail takes.

import assert from "node:assert/strict";
import { findings } from "./checks.mjs";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

const draft = (tested) => tested.locator(".draft ol > li code").allTextContents();

/** Moves a hex under a corner of the frame and says where it is then. */
async function stackAt(tested, hex) {
  return tested.evaluate((hex) => {
    const nodes = [...document.querySelectorAll(`.overlay .counter[data-hex="${hex}"]`)];
    const box = nodes.at(-1).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, nodes.filter((node) => node.dataset.unit !== undefined).map((node) => Number(node.dataset.unit))];
  }, hex);
}

/** Hexes with several units, the fullest first. */
const stacks = (tested) => tested.evaluate(() => {
  const all = new Map();
  for (const node of document.querySelectorAll(".overlay .counter[data-unit][data-hex]")) all.set(node.dataset.hex, (all.get(node.dataset.hex) ?? 0) + 1);
  return [...all].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]).map(([hex]) => hex);
});

/** Opens the stacks of a scenario one after the other; each of their units is chosen by its own counter. */
async function spread(browser, host, faults) {
  for (const hand of ["mouse", "touch"]) {
    const { seats } = await host.game("autumn-fog", "initial-assault");
    const player = new Player(await page(browser, hand, faults), hand);
    const tested = player.page;
    await player.open(seats.german);
    await tested.keyboard.press("0");
    await player.drawn();
    let opened = 0;
    for (const hex of (await stacks(tested)).slice(0, 4)) {
      await tested.evaluate(() => document.querySelector(".frame").focus());
      const [x, y, units] = await stackAt(tested, hex);
      const seen = await tested.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest(".frame") !== null && document.elementFromPoint(x, y) !== null, [x, y]);
      if (!seen) continue;
      await player.point([x, y]);
      const fan = tested.locator(".fanout:not([hidden])");
      await fan.waitFor();
      opened++;
      const shown = await fan.locator("button[data-unit]").evaluateAll((all) => all.map((one) => Number(one.dataset.unit)));
      assert.deepEqual(shown.toSorted((a, b) => a - b), units.toSorted((a, b) => a - b), "not all units of a hex are spread out");
      const [room, box] = [await tested.locator(".frame").boundingBox(), await fan.boundingBox()];
      assert.ok(box.x >= room.x && box.y >= room.y && box.x + box.width <= room.x + room.width + 1 && box.y + box.height <= room.y + room.height + 1, "a stack is spread beyond the window");
      for (const unit of units) {
        const counter = tested.locator(`.fanout [data-unit="${unit}"]`);
        const { width, height } = await counter.boundingBox();
        if (hand === "touch") assert.ok(width >= 44 && height >= 44, `a counter is ${width}×${height} for a finger`);
        await player.press(counter);
        assert.equal(await counter.getAttribute("aria-pressed"), "true", "the counter that was clicked is not chosen");
      }
      await player.letGo();
      await tested.keyboard.press("Escape");
      assert.equal(await tested.locator(".fanout:not([hidden])").count(), 0, "a stack stays spread out");
    }
    assert.ok(opened > 1, `${hand}: ${opened} stacks were opened`);
    await tested.context().close();
  }
}

/** The computer's orders come to the page by themselves, and what one looks at stays as it is over sends and a reload. */
async function computer(browser, host, faults) {
  const { seats } = await host.game("autumn-fog", "initial-assault", ["german"], [], "allied");
  const player = new Player(await page(browser, "mouse", faults), "mouse");
  const tested = player.page;
  await player.open(seats.german);
  await player.endAllotment();
  await player.send();
  await tested.locator(".headline .state.mine").waitFor();
  await player.verb("pass");
  const before = await tested.locator(".log li").count();
  await player.send();
  await tested.waitForFunction((before) => document.querySelectorAll(".log li").length > before + 1, before);
  assert.ok((await tested.locator(".log li", { hasText: /Allied|activated/ }).count()) > 0, "nothing is told of what the computer did");
  // all of it is new, from its first line on, and none is left out
  await player.idle();
  const own = await tested.locator(".results li p").count();
  assert.equal(await tested.locator(".news li").count() + own, (await tested.locator(".log li").count()) - before, "what is new is not told whole");

  await tested.locator(".tools button").first().click();
  await tested.mouse.move(500, 400);
  await tested.mouse.down();
  await tested.mouse.move(420, 350, { steps: 4 });
  await tested.mouse.up();
  await tested.waitForTimeout(300);
  const view = () => tested.locator(".layer").evaluate((node) => node.style.transform);
  const seen = await view();
  await tested.reload();
  await tested.waitForSelector("body[data-ready]", { state: "attached" });
  await tested.waitForTimeout(100);
  assert.equal(await view(), seen, "a reload shows another part of the map");
  await tested.context().close();
}

export async function table(browser, host) {
  const faults = [];
  await computer(browser, host, faults);
  await spread(browser, host, faults);
  const { seats } = await host.game("autumn-fog", "initial-assault");
  const one = new Player(await page(browser, "mouse", faults, { viewport: { width: 1280, height: 900 } }), "mouse");
  const other = new Player(await page(browser, "mouse", faults), "mouse");
  await one.open(seats.german);
  await other.open(seats.allied);
  const tested = one.page;

  // what is asked says by when, and which standing order would answer it; such an order can be given there
  assert.match(await tested.locator(".asked .clock").textContent(), /^No deadline/);
  const standing = tested.locator(".asked .standing");
  await standing.waitFor();
  await standing.locator("summary").click();
  const line = await standing.locator("code").last().textContent();
  assert.match(line, /^standing /);
  assert.match(await standing.locator("li").last().textContent(), /now: “/);
  await one.press(standing.locator("button").last());
  await tested.waitForFunction(() => !document.querySelector(".headline .state.mine"));
  await other.endAllotment();
  await other.send();
  await tested.locator(".headline .state.mine").waitFor();

  // marks follow the draft: a headquarters takes its range along, and back
  await one.decide();
  await one.press(tested.locator("#tab-units"));
  const marked = () => tested.locator(".light.marked").getAttribute("d");
  const listed = tested.locator(".roster > ul").first();
  await tested.locator(".overlays > summary").click();
  await tested.locator(".offered button").first().waitFor();
  const ranges = tested.locator(".offered > div", { hasText: "Command range" }).locator("button");
  const names = await ranges.allTextContents();
  const known = await listed.locator("button").allTextContents();
  const own = names.find((name) => known.some((unit) => unit.startsWith(name)));
  assert.ok(own, `no headquarters of ${names} may act among ${known}`);
  await ranges.filter({ hasText: own }).first().click();
  await tested.keyboard.press("Escape");
  await tested.locator(".legend:not([hidden])").waitFor();
  const before = await marked();
  await one.press(listed.locator("button", { hasText: own }).first());
  await tested.locator(".tag.reach").first().waitFor();
  await one.finish();
  assert.match((await draft(tested)).join(), /^move /);
  await tested.waitForFunction((before) => document.querySelector(".light.marked").getAttribute("d") !== before, before);
  // and so does what is marked as moved, and the next click: it begins where the draft has left the unit
  await tested.locator(".overlays > summary").click();
  await tested.locator(".overlays .menu button", { hasText: "What moved" }).click();
  await tested.keyboard.press("Escape");
  assert.ok((await tested.locator(".overlay .light.moved").getAttribute("d")).includes("M"), "what the draft moves is not marked");
  await one.press(tested.locator(".draft .line button").last());
  await tested.waitForFunction((before) => document.querySelector(".light.marked").getAttribute("d") === before, before);
  await tested.locator(".legend .close").click();

  // a receipt leaves the question, its choices and the draft where they are seen
  await one.press(tested.locator("#tab-typing"));
  const type = async (text, wanted) => {
    await tested.locator("#typed").fill(text);
    await one.press(tested.locator("[role=tabpanel] button.main"));
    await tested.locator(".results:not([hidden])").waitFor();
    const told = await tested.locator(".results li").allTextContents();
    assert.ok(wanted.test(told.join("\n")), `${text}: ${told}`);
  };
  await type("help", /move/i);
  await one.press(tested.locator("#tab-log"));
  await one.actor();
  await one.finish();
  for (const height of [900, 657]) {
    await tested.setViewportSize({ width: 1280, height });
    for (const what of [".asked .title", ".beginnings .choice", ".draft .send", ".results .close", ".results li p", "#tab-log"]) {
      const seen = await tested.locator(what).first().evaluate((node) => {
        const box = node.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + Math.min(20, box.width / 2), box.y + box.height / 2);
        return box.bottom <= innerHeight && (top === node || node.contains(top));
      });
      assert.ok(seen, `after a receipt ${what} is not seen at 1280×${height}`);
    }
  }
  // where one was in a tab one is again
  const down = () => tested.locator(".scroller").evaluate((node) => node.scrollTop);
  await tested.locator(".scroller").evaluate((node) => { node.scrollTop = 90; });
  const left = await down();
  assert.ok(left > 0, "the log cannot be scrolled");
  await one.press(tested.locator("#tab-aids"));
  await one.press(tested.locator("#tab-log"));
  assert.equal(await down(), left, "the log has lost its place");
  await tested.setViewportSize({ width: 1280, height: 900 });
  // what is put together is not left behind by sending what was drafted before
  const verb = (await one.beginnings()).find((text) => /^(attack|prepare|move)/.test(text));
  await one.press(tested.locator(".beginnings .choice", { hasText: verb }).first());
  await tested.locator(".draft", { hasText: `First finish “${verb}` }).waitFor();
  assert.equal(await tested.locator(".draft .send").isDisabled(), true, "a draft can be sent past an order that is put together");
  await one.letGo();
  assert.equal(await tested.locator(".draft .send").isDisabled(), false);
  assert.deepEqual(await findings(tested), [], "axe has findings with a receipt and a draft");
  await one.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // every line that a mail takes is taken here
  await one.press(tested.locator("#tab-typing"));
  await type("status", /\S/);
  await type("what can XLVII do", /\S/);
  await type("preview end", /\S/);
  await type("standing", /\S/);
  await type("waiting", /\S/);
  await type("say: Good evening.", /^$/).catch(() => {});
  await other.press(other.page.locator("#tab-talk"));
  await other.page.locator("[role=tabpanel] li", { hasText: "Good evening." }).waitFor();
  await type("propose draw", /\S/);
  await one.press(tested.locator("#tab-more"));
  await tested.locator(".more button", { hasText: "Withdraw" }).waitFor();
  await one.press(tested.locator(".more button", { hasText: "Withdraw" }));
  await one.press(tested.locator("#tab-typing"));
  await type("undo", /\S/);
  await type("resign", /resign the game/);
  // what was proposed for a line that is gone is gone as well
  await tested.locator("#typed").fill("");
  await tested.locator("#typed").pressSequentially("stat");
  await tested.locator(".completions button").first().waitFor();
  await tested.locator("#typed").fill("status");
  await one.press(tested.locator("[role=tabpanel] button.main"));
  await tested.locator(".results li.good").first().waitFor();
  assert.equal(await tested.locator(".completions button").count(), 0, "the tab keeps what it proposed before");

  // what a typed line gives up is said beside it, as what is clicked is asked about
  await tested.locator("#typed").fill("end");
  await tested.locator("#typed").blur();
  await tested.locator(".draft .gives-up").waitFor();
  await one.press(tested.locator(".draft .buttons button", { hasText: "Clear" }));

  // what becomes of his mail he sees and changes
  await one.press(tested.locator("#tab-more"));
  const mail = tested.locator("details.mail");
  if (!(await mail.evaluate((node) => node.open))) await one.press(mail.locator("summary"));
  assert.match(await mail.textContent(), /german@players\.example/);
  await one.press(mail.locator("#mail-receipts"));
  await one.press(mail.locator("button", { hasText: "Stop the mail" }));
  await tested.locator(".notes .note", { hasText: "You get no mail" }).waitFor();
  assert.equal(await mail.locator("#mail-receipts").isChecked(), true, "a wish is not kept");
  assert.deepEqual(await findings(tested), [], "axe has findings where the mail is stopped");
  await one.press(tested.locator(".notes button", { hasText: "Send me mail again" }));
  await tested.waitForFunction(() => !document.querySelector(".notes .note"));
  await mail.locator("#mail-address").fill("elsewhere@players.example");
  await one.press(mail.locator("form button"));
  await mail.locator("p", { hasText: "elsewhere@players.example waits" }).waitFor();
  assert.deepEqual(faults, []);
  for (const player of [one, other]) await player.page.context().close();
}
