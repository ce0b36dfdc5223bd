// What becomes of one's mail: where it goes, what is mailed, why none comes.

import type { Api } from "./api";
import { button, el } from "./dom";
import type { Table } from "./types";
import { words } from "./words";

/** That something is wrong with the mail of this game, if it is. */
export function troubles(table: Table, api: Api, changed: () => void): HTMLElement[] {
  const { mail, form_token: token } = table;
  if (!mail || !token) return [];
  const notes: HTMLElement[] = [];
  if (mail.trouble) {
    const resume = button(words.mailResume, () => void api.wish(token, { action: "resume" }).then(changed), { class: "second" });
    notes.push(el("section", { class: "note", role: "status" }, el("h2", {}, words.noMail), el("p", {}, mail.trouble), resume));
  }
  if (mail.unreached) notes.push(el("section", { class: "note" }, el("h2", {}, words.unreached), el("p", {}, words.unreachedWhy(mail.unreached))));
  return notes;
}

/** Wishes of one's mail, which are kept as soon as they are ticked. */
export function settings(table: Table, api: Api, open: boolean, changed: () => void): HTMLElement | null {
  const { mail, form_token: token } = table;
  if (!mail || !token) return null;
  const said = el("p", { class: "warning", role: "alert", hidden: true });
  const wish = async (what: Parameters<Api["wish"]>[1]): Promise<void> => {
    const refused = await api.wish(token, what).catch(() => words.away);
    said.hidden = refused === undefined;
    said.textContent = refused ?? "";
    if (refused === undefined) changed();
  };
  const tick = (id: string, label: string, on: boolean) => {
    const box = el("input", { type: "checkbox", id, onchange: () => void wish({ action: "wishes", receipts: receipts.box.checked, news: news.box.checked }) });
    box.checked = on;
    return { box, label: el("label", { class: "tick" }, box, ` ${label}`) };
  };
  const receipts = tick("mail-receipts", words.mailReceipts, mail.receipts);
  const news = tick("mail-news", words.mailNews, mail.news);
  const address = el("input", { id: "mail-address", type: "email", autocomplete: "email", required: true });
  const form = el("form", { onsubmit: (event: Event) => {
    event.preventDefault();
    void wish({ action: "address", address: address.value.trim() });
  } }, el("label", { for: "mail-address" }, words.mailOther), address, el("button", { class: "second" }, words.mailAsk));
  const holds = mail.sent ? button(words.mailPause, () => void wish({ action: "pause" }), { class: "second" })
    : mail.trouble ? button(words.mailResume, () => void wish({ action: "resume" }), { class: "second" }) : null;
  return el("details", { class: "mail", open: open || mail.trouble !== null || mail.waiting !== null }, el("summary", {}, words.mail),
    el("p", {}, mail.address ? words.mailGoes(mail.address) : words.mailNowhere),
    mail.trouble ? el("p", { class: "warning" }, mail.trouble) : null,
    mail.waiting ? el("p", {}, words.mailWaits(mail.waiting)) : null,
    receipts.label, news.label, holds, form, said,
    el("p", {}, el("a", { href: `/games/${table.game}?plain#mail` }, words.mailMore)));
}
