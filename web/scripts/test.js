// Do the page's pure modules do what they say? Bundles tests/**/*.test.ts and gives them to Node's own runner.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "phantasm-page-"));

try {
  const tests = readdirSync(join(HERE, "tests"), { recursive: true }).filter((path) => /\.test\.tsx?$/.test(path));
  await build({
    absWorkingDir: HERE,
    entryPoints: tests.map((path) => `tests/${path}`),
    outbase: "tests",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const made = tests.map((path) => join(folder, path.replace(/\.tsx?$/, ".mjs")));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...made], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
