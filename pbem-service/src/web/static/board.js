// The board's script. It spares typing; it knows no rules. What may follow a partial order is asked from the
// server, and the text that is built goes through the same form as typed orders.
"use strict";
(() => {
  const svg = document.querySelector(".board");
  const frame = svg.parentElement;
  const base = matchMedia("(max-width: 56rem)").matches ? 200 : 100;
  let zoom = 0;
  // Shows the board larger or smaller, with the place at these shares of its size in the middle.
  const look = (x, y) => {
    svg.style.setProperty("--zoom", `${base * 1.35 ** zoom}%`);
    frame.scrollLeft = x * svg.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = y * svg.clientHeight - frame.clientHeight / 2;
  };
  document.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () => {
    zoom = Math.max(-1, Math.min(6, zoom + Number(button.dataset.zoom)));
    look((frame.scrollLeft + frame.clientWidth / 2) / svg.clientWidth, (frame.scrollTop + frame.clientHeight / 2) / svg.clientHeight);
  }));
  // At first: where something happens, else where most counters lie.
  const places = [...svg.querySelectorAll(".highlight, .arrow")];
  const shown = (places.length ? places : [...svg.querySelectorAll(".counter")]).map((place) => place.getBBox());
  if (shown.length) {
    const { width, height } = svg.viewBox.baseVal;
    const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
    zoom = 2;
    look(middle(shown.map((box) => box.x + box.width / 2)) / width, middle(shown.map((box) => box.y + box.height / 2)) / height);
  }

  const form = document.getElementById("orders");
  if (!form) return;
  const text = form.elements.orders;
  const add = (order) => {
    const before = text.value.replace(/\s+$/, "");
    text.value = before ? `${before}\n${order}` : order;
    text.focus();
  };
  form.querySelectorAll("[data-order]").forEach((button) => button.addEventListener("click", () => add(button.dataset.order)));

  const builder = form.querySelector(".builder");
  const partial = builder.querySelector(".partial");
  const list = builder.querySelector(".steps");
  let steps = [];
  let next = [];
  let asked = 0;

  const button = (label, complete, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    if (complete) made.classList.add("complete");
    made.addEventListener("click", action);
    return made;
  };
  // Asks the server about the order that is put together, after those that are written already. Nothing comes of an
  // answer that a later question has overtaken.
  const ask = async (what, body) => {
    const question = ++asked;
    const draft = text.value.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
    const answer = await fetch(`/api/games/${form.dataset.game}/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ draft, steps, ...body }),
    });
    const told = answer.ok ? await answer.json() : {};
    return question === asked ? told : undefined;
  };
  const refusal = ({ case: number, message, remedy }) => `${/\d/.test(number) ? `[${number}] ` : ""}${message}${remedy ? `. ${remedy}` : ""}`;
  // What may follow the steps so far; whether that was answered.
  const listNext = async () => {
    const told = await ask("legal", {});
    if (!told) return false;
    next = told.next ?? [];
    if (told.halt) partial.textContent = `${told.halt.order}: ${told.halt.words}`;
    // once it is there it stays as large as it is: nothing may slide away from under a finger
    if (next.length || told.halt) builder.hidden = false;
    return true;
  };
  const restart = async () => {
    steps = [];
    partial.textContent = "";
    if (await listNext()) show(next);
  };
  const take = (order) => { add(order); return restart(); };
  const choose = async ({ step, text: order, complete, before = [] }) => {
    steps = [...steps, ...before, step];
    partial.textContent = order;
    if (!await listNext()) return;
    if (complete && next.length === 0) return take(order);
    show(next, complete ? order : undefined);
  };
  const label = ({ text: order, facts: { cost, odds, note } }) => [
    order, cost && `${cost.amount} ${cost.of}`, odds && `${odds.odds}, column ${odds.column}`, note,
  ].filter(Boolean).join(" · ");
  const show = (choices, finished) => {
    list.replaceChildren();
    if (steps.length || choices !== next) list.append(button("start over", false, restart));
    if (finished) list.append(button(`take: ${finished}`, true, () => take(finished)));
    for (const choice of choices) list.append(button(label(choice), choice.complete, () => choose(choice)));
  };

  // A click on a unit or a hex takes the one step that acts on it, or shows those that do; the server says which these
  // are, and why what one would expect first may not be done.
  const point = async (thing) => {
    const told = await ask("why_not", { at: thing });
    if (!told) return;
    const { listed = [], refused, halt } = told;
    if (listed.length === 1 && !refused) return choose(listed[0]);
    partial.textContent = refused ? refusal(refused) : "";
    if (halt) partial.textContent = `${halt.order}: ${halt.words}`;
    show(listed.length ? listed : next);
  };

  // The hex under a point of the board: the one whose centre is nearest, if it is not off the map.
  let centres = [];
  fetch(`/games/${form.dataset.game}/hexes.json`).then((answer) => answer.json()).then((told) => { centres = told; });
  const hexAt = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    const far = centres.map((centre) => (centre ? Math.hypot(centre[0] - x, centre[1] - y) : Infinity));
    const nearest = far.reduce((best, distance, hex) => (distance < far[best] ? hex : best), 0);
    return far[nearest] < 60 ? nearest : undefined;
  };
  document.addEventListener("click", (event) => {
    const counter = event.target.closest(".board .counter, .box .counter");
    if (!counter && !event.target.closest(".board")) return;
    document.querySelectorAll(".chosen").forEach((other) => other.classList.remove("chosen"));
    counter?.classList.add("chosen");
    const { unit, hex = hexAt(event) } = counter?.dataset ?? {};
    if (unit !== undefined) return point({ unit: Number(unit) });
    if (hex !== undefined) return point({ hex: Number(hex) });
  });

  text.addEventListener("change", restart);
  restart();
})();
