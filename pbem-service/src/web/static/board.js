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

  const button = (label, complete, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    if (complete) made.classList.add("complete");
    made.addEventListener("click", action);
    return made;
  };
  // What may follow these steps.
  const legal = async (partial) => {
    const answer = await fetch(`/api/games/${form.dataset.game}/legal`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ steps: partial }),
    });
    return answer.ok ? (await answer.json()).next : [];
  };
  const restart = async () => {
    steps = [];
    partial.textContent = "";
    next = await legal(steps);
    show(next);
  };
  const take = (order) => { add(order); return restart(); };
  const choose = async ({ step, text: order, complete, before = [] }) => {
    steps = [...steps, ...before, step];
    partial.textContent = order;
    next = await legal(steps);
    if (complete && next.length === 0) return take(order);
    show(next, complete ? order : undefined);
  };
  const show = (choices, finished) => {
    list.replaceChildren();
    if (steps.length || choices !== next) list.append(button("start over", false, restart));
    if (finished) list.append(button(`take: ${finished}`, true, () => take(finished)));
    for (const choice of choices) list.append(button(choice.text, choice.complete, () => choose(choice)));
  };

  // A click on a counter shows the steps that speak of it: those that may come next, else those after them.
  svg.addEventListener("click", async (event) => {
    const counter = event.target.closest(".counter");
    if (!counter) return;
    svg.querySelectorAll(".chosen").forEach((other) => other.classList.remove("chosen"));
    counter.classList.add("chosen");
    const { unit, hex } = counter.dataset;
    const name = counter.querySelector("title").textContent.split(" in ")[0];
    const names = [name, unit, hex].filter(Boolean).map((word) => word.toLowerCase());
    const speaks = ({ text: order }) => names.some((word) => order.toLowerCase().includes(word));
    let found = next.filter(speaks);
    if (!found.length) {
      const deeper = next.filter(({ complete }) => !complete).map(async ({ step }) => {
        const after = await legal([...steps, step]);
        return after.filter(speaks).map((choice) => ({ ...choice, before: [step] }));
      });
      found = (await Promise.all(deeper)).flat();
    }
    partial.textContent = found.length ? "" : `${name}: nothing can be done with it now.`;
    show(found.length ? found : next);
  });

  restart().then(() => { builder.hidden = next.length === 0; });
})();
