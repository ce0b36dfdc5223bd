// What everybody must be able to see, hear and hit: focus that stands out, targets for fingers, two fingers that zoom, a sound and a
// notification at one's move.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";
import { page } from "./run.mjs";

/** Side of the smallest target for a finger, in pixels. */
const TARGET = 44;
/** Contrast that a focus must have with what was there without it. */
const CONTRAST = 3;

/**
 * How many pixels of an element's surroundings differ by a contrast of 3:1 or more between two pictures of them, and how many a
 * line of two pixels round it has.
 */
async function stands(tested, locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  const [x, y] = [Math.max(0, box.x - 8), Math.max(0, box.y - 8)];
  const clip = { x, y, width: Math.min(box.width + 16, 1440 - x), height: Math.min(box.height + 16, 900 - y) };
  await tested.evaluate(() => document.activeElement?.blur());
  const without = (await tested.screenshot({ clip, animations: "disabled" })).toString("base64");
  await locator.evaluate((node) => node.focus({ focusVisible: true, preventScroll: true }));
  const focused = (await tested.screenshot({ clip, animations: "disabled" })).toString("base64");
  const changed = await tested.evaluate(async ({ pictures, least }) => {
    const read = async (text) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const drawn = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
      canvas.drawImage(drawn, 0, 0);
      return canvas.getImageData(0, 0, drawn.width, drawn.height).data;
    };
    const [a, b] = await Promise.all(pictures.map(read));
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = (data, at) => 0.2126 * part(data[at]) + 0.7152 * part(data[at + 1]) + 0.0722 * part(data[at + 2]);
    let count = 0;
    for (let at = 0; at < a.length; at += 4) {
      const [one, other] = [light(a, at), light(b, at)].sort((p, q) => q - p);
      if ((one + 0.05) / (other + 0.05) >= least) count++;
    }
    return count;
  }, { pictures: [without, focused], least: CONTRAST });
  return [changed, Math.round(2 * 2 * (box.width + box.height))];
}

/** Everything that is seen and can be touched, and is smaller than a finger; links within sentences aside. */
const small = (tested) => tested.evaluate((least) => [...document.querySelectorAll("button, summary, input, select, textarea, [role=tab], a[href]")].flatMap((node) => {
  const target = node.closest("label") ?? node;
  const { width, height } = target.getBoundingClientRect();
  if (!width || !height || !node.checkVisibility({ checkVisibilityCSS: true }) || node.closest(".unseen")) return [];
  const inline = node.matches(".link, a[href]") && [...node.parentNode.childNodes].some((other) => other !== node && other.nodeType === Node.TEXT_NODE && other.textContent.trim());
  return !inline && (width < least - 0.5 || height < least - 0.5) ? [`${Math.round(width)}×${Math.round(height)} ${node.outerHTML.slice(0, 90)}`] : [];
}), TARGET);

export async function senses(browser, host) {
  const faults = [];
  const { seats } = await host.game("autumn-fog", "initial-assault");
  const [german, allied] = [new Player(await page(browser, "mouse", faults), "mouse"), new Player(await page(browser, "touch", faults), "touch")];
  for (const tested of [german.page]) {
    await tested.context().grantPermissions(["notifications"]);
    await tested.addInitScript(() => {
      window.rung = { sounds: 0, notices: [] };
      const [Sound, Notice] = [window.AudioContext, window.Notification];
      window.AudioContext = class extends Sound { createOscillator() { window.rung.sounds++; return super.createOscillator(); } };
      window.Notification = class extends Notice { constructor(title, more) { super(title, more); window.rung.notices.push([title, more.body]); } };
      // a window behind others
      document.hasFocus = () => false;
    });
  }
  await german.open(seats.german);
  await allied.open(seats.allied);

  // where the keys are is seen, on every kind of thing, by day and by night
  await german.press(german.page.locator("#tab-more"));
  await german.page.locator("details.mail summary").click();
  const weak = [];
  for (const colorScheme of ["light", "dark"]) {
    await german.page.emulateMedia({ colorScheme });
    for (const what of [".tools button >> nth=0", ".overlays > summary", ".beginnings .choice >> nth=0", "#tab-log", ".headline .mark", "#mail-receipts", "#mail-address", ".hints button", ".frame"]) {
      const [changed, wanted] = await stands(german.page, german.page.locator(what).first());
      if (changed < wanted) weak.push(`${colorScheme}, ${what}: ${changed} of ${wanted} pixels`);
    }
  }
  await german.page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(weak, [], "a focus does not stand out 3:1");

  // the board has the keys from the start, and a hint that goes does not take them along
  await german.page.reload();
  await german.page.waitForSelector("body[data-ready]", { state: "attached" });
  await german.page.keyboard.press("n");
  await german.page.locator(".cursor[d^=M]").waitFor({ state: "attached" });
  await german.page.keyboard.press("Enter");
  await german.idle();
  assert.equal(await german.page.evaluate(() => document.activeElement.matches(".close, .fold")), false, "Enter on a counter leads to what lets go of it");
  await german.page.keyboard.press("Escape");
  for (let hints = 0; hints < 3; hints++) {
    const known = german.page.locator(".hints button");
    if (!(await known.count())) break;
    await known.focus();
    await german.page.keyboard.press("Enter");
    assert.notEqual(await german.page.evaluate(() => document.activeElement.localName), "body", "a hint that was read takes the focus along");
  }
  await german.page.keyboard.press("?");
  assert.ok(await german.page.locator(".keys").evaluate((node) => { const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }), "the keys are not in view");
  await german.press(german.page.locator("#tab-more"));

  // fingers hit what they touch
  const narrow = [];
  const measure = async (state) => narrow.push(...(await small(allied.page)).map((one) => `${state}: ${one}`));
  await measure("the board");
  await allied.page.locator(".overlays > summary").tap();
  await allied.page.locator(".offered button").first().waitFor();
  await measure("overlays");
  await allied.page.keyboard.press("Escape");
  await allied.actor();
  await measure("a card");
  await allied.letGo();
  await allied.panel(true);
  for (const tab of ["log", "talk", "units", "trays", "aids", "typing", "more"]) {
    await allied.press(allied.page.locator(`#tab-${tab}`));
    await allied.page.waitForTimeout(60);
    await measure(tab);
  }
  await allied.panel(false);
  assert.deepEqual([...new Set(narrow)], [], "a target is smaller than a finger");

  // two fingers zoom about the place between them, and choose nothing
  const view = () => allied.page.locator(".layer").evaluate((node) => { const { a, e, f } = new DOMMatrix(node.style.transform); return [a, e, f]; });
  const cdp = await allied.page.context().newCDPSession(allied.page);
  const touch = (type, points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const before = await view();
  const [cx, cy] = [195, 380];
  await touch("touchStart", [[cx - 30, cy], [cx + 30, cy]]);
  for (let by = 35; by <= 90; by += 5) await touch("touchMove", [[cx - by, cy], [cx + by, cy]]);
  await touch("touchEnd", []);
  await allied.page.waitForTimeout(100);
  const after = await view();
  assert.ok(after[0] / before[0] > 2, `two fingers zoom from ${before[0]} to ${after[0]}`);
  const frame = await allied.page.locator(".frame").boundingBox();
  const world = ([scale, x, y]) => [(cx - frame.x - x) / scale, (cy - frame.y - y) / scale];
  const [one, other] = [world(before), world(after)];
  const drift = Math.hypot(one[0] - other[0], one[1] - other[1]) * after[0];
  assert.ok(drift < 12, `the place between the fingers has gone ${drift} pixels away`);
  assert.equal(await allied.page.locator(".chooser:not([hidden])").count(), 0, "two fingers have chosen something");

  // who wishes it is called when it is his move
  const tick = (label) => german.page.locator(".tick", { hasText: label }).locator("input").check();
  await tick("Sound");
  await tick("Notify");
  await german.page.waitForFunction(() => window.rung.sounds === 1);
  await german.endAllotment();
  await german.send();
  assert.doesNotMatch(await german.page.title(), /●/, "the title says so while the other side decides");
  await allied.endAllotment();
  await allied.send();
  await german.page.waitForFunction(() => window.rung.notices.length === 1 && window.rung.sounds === 2);
  assert.match(await german.page.title(), /^● Your move/);
  const [[title, body]] = await german.page.evaluate(() => window.rung.notices);
  assert.equal(title, "Your move");
  assert.ok(body.length > 3, "the notification does not say what is asked");
  await allied.page.waitForTimeout(300);
  assert.deepEqual(faults, []);
  for (const one of [german, allied]) await one.page.context().close();
}
