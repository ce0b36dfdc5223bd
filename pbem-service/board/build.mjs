// Builds the board into the service's folder of static files; with --check only says whether what is there equals it.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";

const out = new URL("../src/web/static/", import.meta.url).pathname;
const made = await build({
  entryPoints: [
    { in: new URL("src/main.ts", import.meta.url).pathname, out: "board" },
    { in: new URL("src/board.css", import.meta.url).pathname, out: "board" },
  ],
  bundle: true,
  minify: true,
  target: "es2022",
  format: "iife",
  charset: "utf8",
  legalComments: "none",
  outdir: out,
  write: !process.argv.includes("--check"),
});
if (process.argv.includes("--check")) {
  for (const file of made.outputFiles) {
    if ((await readFile(file.path, "utf8")) !== file.text) {
      console.error(`${file.path} is not what its source gives: run npm run build`);
      process.exitCode = 1;
    }
  }
}
