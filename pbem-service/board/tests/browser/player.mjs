// A player who never types an order: he sees what the page shows and chooses by mouse, by touch or by keys.

const turnOf = (caption) => caption.match(/^[^,·]+/)?.[0] ?? "";

export class Player {
  /** `hand` is "mouse", "touch" or "keys". */
  constructor(page, hand, { sequences = 1, acts = 3, vary = false } = {}) {
    Object.assign(this, { page, hand, sequences, acts, vary, turn: "", begun: 0, done: 0, clicks: 0, onMap: 0, sent: 0, refused: 0, last: "" });
  }

  async open(seat) {
    await this.page.goto(seat);
    await this.page.waitForSelector("body[data-ready]", { state: "attached" });
    await this.idle();
  }

  /** Waits until the page has drawn what was changed. */
  async drawn() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** Waits until the page has asked what it wanted to know. */
  async idle() {
    await this.page.waitForTimeout(30);
    await this.page.waitForLoadState("domcontentloaded");
    for (let quiet = 0; quiet < 2; ) {
      const busy = await this.page.evaluate(() => window.fieldpostBusy ?? 0);
      quiet = busy ? 0 : quiet + 1;
      await this.page.waitForTimeout(25);
    }
  }

  /** Presses a button as this player does. */
  async press(locator) {
    this.clicks++;
    if (this.hand === "mouse") await locator.click();
    else if (this.hand === "touch") await locator.tap();
    else {
      await this.tabTo(locator);
      await this.page.keyboard.press("Enter");
    }
    await this.idle();
  }

  /** Goes to an element as somebody does who has no mouse. */
  async tabTo(locator) {
    const wanted = await locator.elementHandle();
    for (let steps = 0; steps < 250; steps++) {
      if (await wanted.evaluate((node) => node === document.activeElement)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${await wanted.evaluate((node) => node.outerHTML.slice(0, 100))}`);
  }

  /** Places on the screen that belong to nodes of the board and are not hidden by anything. */
  async places(selector) {
    return this.page.evaluate((selector) => [...document.querySelectorAll(`.overlay ${selector}`)].flatMap((node) => {
      const box = node.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return document.elementFromPoint(x, y)?.closest(".frame") ? [[x, y]] : [];
    }), selector);
  }

  async point([x, y]) {
    this.clicks++;
    this.onMap++;
    if (this.hand === "touch") await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
    await this.idle();
  }

  /** What may be done, as it stands in the panel. */
  async beginnings() {
    return this.page.locator(".beginnings:not([hidden]) .choice span").allTextContents();
  }

  async lines() {
    return this.page.locator(".draft ol > li").count();
  }

  /** Opens the panel where it is a sheet. */
  async panel(open) {
    const opener = this.page.locator(".bar .keep");
    if (!(await opener.isVisible())) return;
    if ((await opener.getAttribute("aria-expanded")) !== String(open)) await this.press(opener);
    await this.page.waitForTimeout(230);
  }

  async verb(word) {
    await this.panel(true);
    const all = await this.beginnings();
    const at = all.findIndex((text) => text === word || text.startsWith(`${word} `));
    if (at >= 0) await this.press(this.page.locator(".beginnings .choice").nth(at));
    await this.panel(false);
    await this.sure();
    return at >= 0;
  }

  /** What gives up something is asked about once more. */
  async sure() {
    const yes = this.page.locator(".chooser:not([hidden]) .warning ~ .choices .main");
    if (await yes.count()) await this.press(yes);
  }

  /** Gives out no more supports. */
  async endAllotment() {
    await this.verb("allot");
    const end = this.page.locator(".chooser:not([hidden]) .choice", { hasText: /^allot done/ });
    if (await end.count()) await this.press(end.first());
    await this.sure();
  }

  /** Clicks a counter that may act, on the map, or goes there by keys. */
  async actor() {
    if (this.hand === "keys") {
      await this.tabTo(this.page.locator(".frame"));
      for (let steps = 0; steps <= this.done; steps++) await this.page.keyboard.press("n");
      await this.page.keyboard.press("Enter");
      this.onMap++;
      return this.idle();
    }
    await this.press(this.page.locator(".tools .next"));
    await this.drawn();
    const rings = await this.places(".ring.actor");
    // where no counter is known to act before a target is named, the button has led to a target
    const cursor = rings.length ? [] : await this.places(".cursor[d^=M]");
    if (rings.length) await this.point(rings[(this.done * 7) % rings.length]);
    else if (cursor.length) await this.point(cursor[0]);
  }

  /** Goes on with what is open until the draft has a line more. */
  async finish() {
    const before = await this.lines();
    for (let steps = 0; steps < 14 && (await this.lines()) === before; steps++) {
      const chooser = this.page.locator(".chooser:not([hidden])");
      const take = chooser.locator("button.main.whole");
      // what is listed in something that is closed cannot be pressed
      const whole = chooser.locator(".choice.whole").filter({ visible: true });
      const any = chooser.locator(".choices > .choice").filter({ visible: true });
      const tags = this.hand === "keys" ? [] : [...(await this.places(".tag.target rect")), ...(await this.places(".tag.reach rect"))];
      const goes = this.hand === "keys" && steps === 0 && (await this.page.evaluate(() => document.activeElement?.matches(".frame") === true && document.querySelector(".tag.reach, .tag.target") !== null));
      if (await take.count()) await this.press(take.first());
      else if (goes) {
        // the keys are on the map: to one of the lit hexes, and there
        for (let hexes = 0; hexes <= this.done % 3; hexes++) await this.page.keyboard.press("n");
        await this.page.keyboard.press("Enter");
        this.onMap++;
        await this.idle();
      }
      else if (tags.length && steps === 0) {
        const at = tags[(this.clicks * 5) % tags.length];
        await this.point(at);
        if (this.hand === "touch" && (await this.lines()) === before && (await this.page.locator(".overlay .path[d^=M]").count())) await this.point(at);
      } else if (await whole.first().isVisible().catch(() => false)) await this.press(whole.first());
      else if (await any.first().isVisible().catch(() => false)) await this.press(any.nth(this.vary ? (this.refused + this.done + steps) % (await any.count()) : 0));
      else if (tags.length) await this.point(tags[0]);
      else if (await chooser.locator("summary").count()) {
        await this.press(chooser.locator("summary").first());
        const listed = chooser.locator("details[open] .choice");
        if (await listed.count()) await this.press(listed.nth((this.clicks * 5) % (await listed.count())));
      }
      else break;
    }
    return (await this.lines()) > before;
  }

  async letGo() {
    const close = this.page.locator(".chooser:not([hidden]) .close");
    if (await close.count()) await this.press(close);
  }

  /** Sends the draft. */
  async send() {
    if (this.hand === "keys") await this.page.keyboard.press("Control+Enter");
    else {
      const bar = this.page.locator(".bar .send");
      await this.press((await bar.isVisible()) ? bar : this.page.locator(".draft .send"));
    }
    await this.page.waitForFunction(() => !document.querySelector(".send"));
    await this.idle();
    this.sent++;
    const bad = await this.page.locator(".results:not([hidden]) li.bad").allTextContents();
    if (bad.length) {
      this.refused++;
      this.last = bad.join(" | ");
    }
    return bad.length === 0;
  }

  /** Whether something is his to decide. */
  async asked() {
    await this.idle();
    return (await this.page.locator(".headline .state.mine").count()) > 0;
  }

  async over() {
    return (await this.page.locator(".asked .outcome").count()) > 0;
  }

  /** One decision, from looking to sending. */
  async decide() {
    const turn = turnOf(await this.page.locator(".headline .caption").textContent());
    if (turn !== this.turn) Object.assign(this, { turn, begun: 0, done: 0 });
    const verbs = await this.beginnings();
    const has = (word) => verbs.some((text) => text === word || text.startsWith(`${word} `));
    const acts = ["attack", "prepare", "move", "enter", "dig in"].some(has);
    if (has("activate") && this.begun >= this.sequences) await this.verb("pass");
    else if (has("activate")) {
      [this.begun, this.done] = [this.begun + 1, 0];
      await this.actor();
      await this.finish();
    } else if (has("allot")) {
      await this.endAllotment();
    } else if (acts && this.done < this.acts) {
      this.done++;
      await this.actor();
      await this.finish();
    } else if (has("end")) await this.verb("end");
    if ((await this.lines()) === 0) {
      // nothing came of that: what stands first, until it is whole
      await this.letGo();
      for (const word of [...verbs.slice(this.refused % Math.max(1, verbs.length)), ...verbs]) {
        await this.verb(word);
        if ((await this.lines()) || (await this.finish())) break;
        await this.letGo();
      }
    }
    if ((await this.lines()) === 0) throw new Error(`nothing could be chosen among ${verbs.join(" / ")}`);
    if (!(await this.send())) this.done = Math.max(0, this.done - 2);
  }
}
