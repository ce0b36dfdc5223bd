// Word of what the other side does: a stream of events, asking from time to time where there is none.
//
// A browser has six connections for a host, and a stream holds one. So one window holds the stream of a seat and tells the
// others of it, and all windows of a host together have few streams: who gets none asks from time to time.

import type { Api } from "./api";

const ASK_EVERY = 5000;
/** Streams that the windows of a browser have at a time. */
const STREAMS = 3;

/** With `wished` it is listened to also while nobody looks. */
export function watch(api: Api, refresh: () => Promise<void>, wished: () => boolean): void {
  const name = `fieldpost changes ${api.changesAt}`;
  const channel = new BroadcastChannel(name);
  let stream: EventSource | undefined;
  /** Ends what is held, or waited for. */
  let place: AbortController | undefined;
  let heard = 0;

  const news = (tag: string): void => {
    heard = performance.now();
    document.body.dataset["live"] = "yes";
    if (tag && tag !== api.tag) void refresh();
  };
  channel.onmessage = (event) => news(String(event.data));

  const open = (): void => {
    stream = new EventSource(api.changesAt);
    stream.onopen = () => {
      document.body.dataset["live"] = "yes";
      api.onreach(true);
    };
    stream.onmessage = (event) => {
      news(event.data);
      channel.postMessage(event.data);
    };
    stream.onerror = () => {
      delete document.body.dataset["live"];
      api.onreach(navigator.onLine && stream?.readyState !== EventSource.CLOSED);
      // it is not opened again by itself
      if (stream?.readyState === EventSource.CLOSED) close();
    };
  };
  const close = (): void => {
    place?.abort();
    place = undefined;
    stream?.close();
    stream = undefined;
  };
  /** Waits until a stream may be held, and holds it until it is closed. */
  const hold = (): void => {
    if (place) return;
    const mine = (place = new AbortController());
    const ended = new Promise<void>((done) => mine.signal.addEventListener("abort", () => done()));
    const held = (): Promise<void> => {
      if (!mine.signal.aborted) open();
      return ended;
    };
    // a page that came by a bare line knows no locks: there the window that is used has the stream
    if (!navigator.locks) return void (document.hasFocus() ? void held() : close());
    const { signal } = mine;
    void navigator.locks.request(name, { signal }, () => anyOf(STREAMS, signal, held)).catch(() => {});
  };
  const wake = (): void => {
    if (document.hidden && !wished()) return close();
    if (!navigator.locks && !document.hasFocus()) close();
    void refresh();
    hold();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  if (!navigator.locks) for (const turned of ["focus", "blur"]) addEventListener(turned, wake);
  setInterval(() => {
    if (stream?.readyState === EventSource.OPEN) return channel.postMessage("");
    if (document.hidden && !wished()) return;
    hold();
    if (performance.now() - heard > ASK_EVERY) void refresh();
  }, ASK_EVERY - 500);
  if (!document.hidden) hold();
}

/** Holds the first of some places that is free. */
async function anyOf(places: number, signal: AbortSignal, held: () => Promise<void>): Promise<void> {
  const waiting = new AbortController();
  signal.addEventListener("abort", () => waiting.abort());
  let has = false;
  const ask = async (place: number): Promise<void> => {
    await navigator.locks.request(`fieldpost stream ${place}`, { signal: waiting.signal }, async () => {
      if (has) return;
      has = true;
      // what is held already this does not end
      waiting.abort();
      await held();
    }).catch(() => {});
  };
  await Promise.all(Array.from({ length: places }, (_, place) => ask(place)));
}
