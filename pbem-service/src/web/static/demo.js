// Shows a mail at its full height: nothing to scroll inside the page. The frame allows no scripts of its own.
"use strict";
for (const frame of document.querySelectorAll(".reading iframe")) {
  const fit = () => {
    const page = frame.contentDocument?.documentElement;
    if (page) frame.style.height = `${page.getBoundingClientRect().height + 2}px`;
  };
  frame.addEventListener("load", fit);
  addEventListener("resize", fit);
  fit();
}
