// Telling that it is one's move: title, sound, notification. The last two only for who asks for them.

import { kept } from "./dom";
import type { Table } from "./types";
import { words } from "./words";

export class Alarm {
  private asked: string | undefined;

  get sound(): boolean {
    return kept.get<boolean>("sound") === true;
  }

  set sound(on: boolean) {
    kept.set("sound", on);
    if (on) beep();
  }

  get notice(): boolean {
    return kept.get<boolean>("notice") === true && "Notification" in window && Notification.permission === "granted";
  }

  async setNotice(on: boolean): Promise<boolean> {
    const granted = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
    kept.set("notice", granted);
    return granted;
  }

  tell(table: Table): void {
    const ask = table.asks[0];
    document.title = `${ask ? `● ${words.yourMove} · ` : ""}${table.title}: ${table.scenario}`;
    const now = ask ? `${ask.id}` : "";
    if (this.asked !== undefined && ask && now !== this.asked) {
      if (this.sound) beep();
      if (this.notice && !(document.hasFocus() && !document.hidden)) new Notification(words.yourMove, { body: ask.title, tag: `game ${table.game}` });
    }
    this.asked = now;
  }
}

function beep(): void {
  try {
    const context = new AudioContext();
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.5);
  } catch {
    // no sound here
  }
}
