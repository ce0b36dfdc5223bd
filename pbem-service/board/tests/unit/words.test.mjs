// What the board says stands in one file, and it names no game.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import ts from "typescript";

const SOURCE = new URL("../../src/", import.meta.url);
const files = (await readdir(SOURCE)).filter((name) => name.endsWith(".ts"));
const read = (name) => readFile(new URL(name, SOURCE), "utf8");

/** Names of keys and kinds that are no words for people. */
const NO_WORDS = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|Enter|Escape|Duty|Right|Infinity|[A-Z]{1,7}|Content-Type|X-Form-Token|If-None-Match|ETag|Done|Refused|Misread|Answered|TriedOut|Returned|Parked|TakenBack|NotReached|Notification)$/;

/** Literal texts of a file that somebody might read: what begins with a capital, and what has several words. */
function spoken(name, text) {
  const found = [];
  const look = (node) => {
    const literal = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if (literal && !ts.isImportDeclaration(node.parent) && !ts.isLiteralTypeNode(node.parent)) {
      const said = node.text.trim();
      if (!NO_WORDS.test(said) && (/^[A-Z][a-z]+/.test(said) || /^\p{L}+,? and \p{L}*$|^and$/u.test(said))) found.push(`${name}: ${said}`);
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true));
  return found;
}

test("what is said to players stands in one place", async () => {
  const all = await Promise.all(files.filter((name) => name !== "words.ts").map(async (name) => spoken(name, await read(name))));
  assert.deepEqual(all.flat(), []);
  assert.ok(spoken("words.ts", await read("words.ts")).length > 60, "nothing is found where all of it stands");
});

test("every text is used", async () => {
  const rest = (await Promise.all(files.filter((name) => name !== "words.ts").map(read))).join("\n");
  const names = [...(await read("words.ts")).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  // tabs are called by their names
  const tabs = rest.match(/const NAMES = \[([^\]]*)\]/)[1] + rest.match(/const SWITCHES = \[([^\]]*)\]/)[1];
  assert.deepEqual(names.filter((name) => !new RegExp(`words\\.${name}\\b`).test(rest) && !tabs.includes(`"${name}"`)), []);
});

test("the page names no game", async () => {
  const games = (await readdir(new URL("../../../../assets/games/", import.meta.url))).filter((name) => !name.includes("."));
  assert.ok(games.length > 3, games.join());
  const all = (await Promise.all([...files, "board.css"].map(read))).join("\n").toLowerCase();
  for (const game of games) assert.ok(!all.includes(game) && !all.includes(game.replaceAll("-", " ")), game);
});
