import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

const load = async (name) => {
  const entry = new URL(`../../src/${name}.ts`, import.meta.url).pathname;
  const made = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
};
const { Places } = await load("places");
const { lit } = await load("lit");
const { densest } = await load("opening");

/** A grid of columns in which odd ones lie half a hex lower, the last column missing its first hex. */
function grid(columns, rows) {
  const id = (column, row) => (column < 0 || row < 0 || column >= columns || row >= rows ? -1 : column * rows + row);
  const hexes = [];
  for (let column = 0; column < columns; column++) for (let row = 0; row < rows; row++) {
    const low = column % 2;
    const near = [[0, -1], [0, 1], [-1, low - 1], [-1, low], [1, low - 1], [1, low]].map(([dx, dy]) => id(column + dx, row + dy));
    hexes.push([80 + column * 86.6, 80 + row * 100 + low * 50, `${column}${row}`, "", "clear", near.filter((other) => other >= 0)]);
  }
  hexes[(columns - 1) * rows] = null;
  return new Places({ width: 1000, height: 1000, hexes, units: [], sides: [] });
}

test("every centre, and a point near each side and corner of its hex, lies in that hex", () => {
  const places = grid(8, 7);
  places.file.hexes.forEach((hex, id) => {
    if (!hex) return;
    for (let corner = 0; corner < 12; corner++) {
      const [far, angle] = [corner % 2 ? 48 : 54, (corner * Math.PI) / 6];
      for (const reach of [0, far]) assert.equal(places.at(hex[0] + reach * Math.cos(angle), hex[1] + reach * Math.sin(angle)), id);
    }
  });
  assert.equal(places.at(-60, -60), undefined);
});

test("arrows go to the neighbour that lies most in their direction, and stop at the edge", () => {
  const places = grid(8, 7);
  assert.equal(places.towards(9, 0, -1), 8);
  assert.equal(places.towards(9, 0, 1), 10);
  assert.equal(places.towards(0, -1, 0), undefined);
  assert.equal(places.distance(0, 0), 0);
  assert.equal(places.distance(0, 14), 2);
});

test("a light has six corners a hex", () => {
  assert.equal(grid(4, 4).outline([5, 6]).match(/[ML]/g).length, 12);
});

test("hexes that a pointed unit reaches are lit, and its attack lights its target", () => {
  const hex = (id, facts) => ({ steps: [id], text: "", complete: true, facts: { on: [{ hex: id }], ...facts }, via: [] });
  const move = { steps: ["move", 1], text: "move", complete: false, facts: { on: [{ unit: 1 }] }, via: [], next: [hex(7, { path: [5, 7], cost: { amount: 2, of: "AP" } })].map((one) => ({ ...one, step: 7 })) };
  const attack = { steps: ["attack", 9, 1], text: "attack", complete: false, facts: { on: [{ unit: 1 }], odds: { odds: "2:1", column: "3:1" } }, via: [{ hex: 9 }], next: [] };
  const shown = lit({ steps: [], offer: { at: { unit: 1 }, choices: [move, attack] }, beginnings: () => [] });
  assert.deepEqual([...shown.lights].map(([kind, hexes]) => [kind, [...hexes]]), [["reach", [7]], ["target", [9]]]);
  assert.deepEqual(shown.hexes.get(7)[0].steps, ["move", 1, 7]);
  assert.deepEqual([...shown.labels], [[7, ["2", "reach"]], [9, ["3:1", "target"]]]);
});

test("one looks first where most lies within the window, and never at an empty middle", () => {
  const [west, east] = [[[0, 0], [40, 30], [60, 0]], [[1000, 1000], [1040, 1000]]];
  assert.deepEqual(densest([...east, ...west], 200, 200), [30, 15]);
  assert.deepEqual(densest([[5, 5]], 10, 10), [5, 5]);
  assert.equal(densest([], 10, 10), undefined);
});

test("numbers of hexes are known by their shapes, whatever these are", () => {
  const named = (...numbers) => new Places({ width: 9, height: 9, hexes: numbers.map((number) => [0, 0, number, "", "", []]), units: [], sides: [] }).shapes;
  assert.deepEqual(named("1817", "2615"), ["\\d\\d\\d\\d"]);
  assert.deepEqual(named("B40.54", "A7.12").map((shape) => new RegExp(`^(?:${shape})$`)).map((shape) => ["A40.12", "B3.44", "1817"].map((number) => shape.test(number))), [[true, false, false], [false, true, false]]);
});
