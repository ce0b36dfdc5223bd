// Says when mails were written, in the reader's time, and shows a mail at its full height: nothing to scroll inside the page. The
// frame allows no scripts of its own.
"use strict";
for (const time of document.querySelectorAll("time[data-at]")) {
  const at = new Date(Number(time.dataset.at));
  const today = at.toDateString() === new Date().toDateString();
  time.dateTime = at.toISOString();
  time.textContent = at.toLocaleString(undefined, today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}
for (const frame of document.querySelectorAll(".reading iframe")) {
  const fit = () => {
    const page = frame.contentDocument?.documentElement;
    if (page) frame.style.height = `${page.getBoundingClientRect().height + 2}px`;
  };
  frame.addEventListener("load", fit);
  addEventListener("resize", fit);
  fit();
}
