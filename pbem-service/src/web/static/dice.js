// Recomputes every public die of a game from the ledger, with the browser's own SHA-256 and HMAC.
"use strict";
(async () => {
  const verdict = document.getElementById("verdict");
  const say = (text, kind) => { verdict.textContent = text; verdict.className = kind; };
  if (!window.crypto || !crypto.subtle) {
    say("Browsers compute hashes only for pages that come by https or from this machine. Use fieldpost verify with the ledger.", "");
    return;
  }
  const utf8 = new TextEncoder();
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const four = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
  const join = (parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) { all.set(part, at); at += part.length; }
    return all;
  };
  const bytes = (part) => (typeof part === "string" ? utf8.encode(part) : part);
  const H = async (...parts) => {
    const led = parts.map(bytes).flatMap((part) => [four(part.length), part]);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", join(led)));
  };
  const draw = async (key, transcript, label, place, bound) => {
    const limit = 65536 - (65536 % bound);
    const secret = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    for (let block = 0; ; block++) {
      const message = await H(transcript, label, four(place), four(block));
      const numbers = new Uint8Array(await crypto.subtle.sign("HMAC", secret, message));
      for (let at = 0; at < 32; at += 2) {
        const number = numbers[at] << 8 | numbers[at + 1];
        if (number < limit) return number % bound;
      }
    }
  };

  const table = document.getElementById("keys");
  const row = (name, key, given, fits) => {
    const line = table.insertRow();
    const cell = line.insertCell();
    cell.append(name, document.createElement("br"), Object.assign(document.createElement("small"), { textContent: key }));
    line.insertCell().textContent = given;
    line.insertCell().textContent = fits;
  };

  try {
    const answer = await fetch(verdict.dataset.ledger);
    const records = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
    let transcript, last, coming, restored, length = 0, used = 0, dice = 0, wrong = 0;
    for (const record of records) {
      if (record.Started) {
        const { table: name, public: end, sealed, keys } = record.Started;
        length = keys || 0;
        last = unhex(end);
        transcript = await H("g", name, last, unhex(sealed));
        row("public end", end, "", "compare with your invitation");
      } else if (record.Joined) {
        transcript = await H("j", transcript, Uint8Array.of(record.Joined.side), record.Joined.word);
      } else if (record.Renewing) {
        const { number, nonce, public: end, sealed } = record.Renewing;
        restored = Boolean(nonce);
        coming = unhex(end);
        transcript = await H("r", transcript, coming, unhex(sealed));
        row(`public end ${number + 1}`, end, "", "told before its first use");
      } else if (record.Renewed) {
        if (coming) last = coming; else wrong++;
        coming = undefined;
        used = 0;
      } else if (record.Ordered) {
        transcript = await H("h", transcript, Uint8Array.of(record.Ordered.side), unhex(record.Ordered.commitment));
      } else if (record.Drawn) {
        const { index, key, rolls } = record.Drawn;
        const link = unhex(key);
        // nobody may put the moments off at which new chains are told and used
        const left = Math.min(...(coming ? [8, length >> 3] : [64, length >> 1]));
        const late = length > 0 && (coming && restored || length - used <= left);
        let fits = !late && hex(await H("k", link)) === hex(last);
        used++;
        last = link;
        for (const [place, roll] of rolls.entries()) {
          fits = (await draw(link, transcript, roll.label, place, roll.bound)) === roll.value && fits;
          dice++;
        }
        if (!fits) wrong++;
        row(`key ${index}`, key, rolls.map((roll) => `${roll.label}: a ${roll.value + 1} (numbers from 1 to ${roll.bound})`).join(", "), fits ? "fits" : "DOES NOT FIT");
      }
    }
    if (wrong) say(`${wrong} keys do not fit. Ask your host.`, "bad");
    else say(dice ? `All ${dice} numbers fit their keys, and every key opens the one before.` : "Nothing has been rolled yet.", "good");
  } catch (error) {
    say(`The ledger could not be read: ${error}`, "bad");
  }
})();
