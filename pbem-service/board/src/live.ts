// Word of what the other side does: a stream of events while the page is seen, asking from time to time where there is none.

import type { Api } from "./api";

const ASK_EVERY = 5000;

/** With `wished` it is listened to also while nobody looks. */
export function watch(api: Api, refresh: () => Promise<void>, wished: () => boolean): void {
  let stream: EventSource | undefined;
  let timer = 0;
  const open = (): void => {
    stream?.close();
    stream = api.changes();
    stream.onopen = () => {
      document.body.dataset["live"] = "yes";
      api.onreach(true);
    };
    stream.onmessage = (event) => {
      if (event.data !== api.tag) void refresh();
    };
    stream.onerror = () => {
      delete document.body.dataset["live"];
      api.onreach(navigator.onLine && stream?.readyState !== EventSource.CLOSED);
      if (stream?.readyState === EventSource.CLOSED) stream = undefined;
    };
  };
  const wake = (): void => {
    if (document.hidden) {
      if (wished()) return;
      // a browser has few streams for a host: who is not looked at, and shall not call, needs none
      stream?.close();
      stream = undefined;
      return;
    }
    void refresh();
    open();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  clearInterval(timer);
  timer = window.setInterval(() => {
    if (stream?.readyState === EventSource.OPEN) return;
    void refresh();
    if (!document.hidden && !stream) open();
  }, ASK_EVERY);
  if (!document.hidden) open();
}
