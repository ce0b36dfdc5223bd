// A host of its own for the tests: the real binary in a folder that is removed, on a free port, with mail left in that folder.

import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BINARY = process.env.FIELDPOST ?? new URL("../../../../target/debug/fieldpost", import.meta.url).pathname;

/** A host of the little game that is in nobody's list. */
export const FORD = process.env.FORD_HOST ?? new URL("../../../../target/debug/ford-host", import.meta.url).pathname;

const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => done(port)); });
});

/** The text of a mail without the soft line ends of quoted-printable. */
const unfolded = (mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");

export class Host {
  static async start(binary = BINARY) {
    const host = new Host();
    host.binary = binary;
    host.data = await mkdtemp(join(tmpdir(), "fieldpost-board-"));
    host.port = await freePort();
    host.url = `http://127.0.0.1:${host.port}`;
    host.env = { ...process.env, FIELDPOST_DATA: host.data, FIELDPOST_BIND: `127.0.0.1:${host.port}` };
    await host.serve();
    return host;
  }

  /** A demo, as it runs where nothing was configured; `door` is the address that it prints. */
  static async demo(binary) {
    const host = new Host();
    host.binary = binary;
    host.data = await mkdtemp(join(tmpdir(), "fieldpost-demo-"));
    host.port = await freePort();
    host.url = `http://127.0.0.1:${host.port}`;
    host.env = { PATH: process.env.PATH, FIELDPOST_BIND: `127.0.0.1:${host.port}` };
    await host.serve();
    return host;
  }

  async serve() {
    this.process = spawn(this.binary, ["serve"], { env: this.env, cwd: this.data, stdio: ["ignore", "pipe", "inherit"] });
    const said = await new Promise((there) => this.process.stdout.once("data", there));
    this.door = String(said).match(/http:\S+/)?.[0];
  }

  /** Starts a game by which both sides play; the addresses of their seats by side. */
  async game(id, scenario, sides = ["german", "allied"], options = [], computer = undefined) {
    const players = [...sides, ...(computer ? [computer] : [])].flatMap((side) => [`--${side}`, side === computer ? "computer" : `${side}@players.example`]);
    const given = options.flatMap((option) => ["--option", option]);
    const { stdout } = await run(this.binary, ["new", "--game", id, "--scenario", scenario, ...given, ...players], { env: this.env });
    return this.seats(Number(stdout.match(/game (\d+)/)[1]), sides);
  }

  /** The seats of a game, as its invitations name them. */
  async seats(game, sides) {
    const seats = {};
    for (let tries = 0; tries < 1000 && Object.keys(seats).length < sides.length; tries++) {
      const mails = await readdir(join(this.data, "mail")).catch(() => []);
      for (const name of mails) {
        // what is being written has another name in the end
        if (name.startsWith(".")) continue;
        const found = unfolded(await readFile(join(this.data, "mail", name), "utf8")).match(new RegExp(`/seat/g${game}\\.([a-z]+)\\.[a-z0-9.]+`));
        if (found) seats[found[1]] = this.url + found[0];
      }
      await new Promise((later) => setTimeout(later, 100));
    }
    return { game, seats };
  }

  /** All scenarios of all games that this host offers, as `[game, scenario]`. */
  async offers() {
    const { stdout } = await run(this.binary, ["games"], { env: this.env });
    let game;
    return stdout.split("\n").flatMap((line) => {
      game = line.match(/^(\S+)/)?.[1] ?? game;
      const scenario = line.match(/^\s+--scenario (\S+)/)?.[1];
      return scenario ? [[game, scenario]] : [];
    });
  }

  async stop() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}
