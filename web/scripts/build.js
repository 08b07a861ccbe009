// How does the source become the page that ships? One script, one style sheet, index.html and the icon.
//
// The output is the same bytes for the same source, so that `--check` can compare it with what is committed.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const TARGET = process.env.PHANTASM_PAGE ?? fileURLToPath(new URL("../../src/phantasm/surfaces/http/page", import.meta.url));

/** Returns every file of the page by its name. */
async function make() {
  const bundled = await build({
    absWorkingDir: HERE,
    entryPoints: { app: "src/main.tsx" },
    outdir: "out",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: ["es2023", "chrome123", "firefox128", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  const files = new Map();
  for (const file of bundled.outputFiles) {
    files.set(file.path.split("/").at(-1), Buffer.from(file.contents));
  }
  files.set("icon.svg", readFileSync(join(HERE, "public/icon.svg")));
  files.set("index.html", Buffer.from(stamp(readFileSync(join(HERE, "public/index.html"), "utf8"), files)));
  files.set("LICENCES.txt", Buffer.from(licences()));
  return files;
}

/** Names the assets by their content, so that a browser never mixes two versions of the page. */
function stamp(html, files) {
  return html.replace(/assets\/([a-z.]+)/g, (path, name) => {
    const digest = createHash("sha256").update(files.get(name)).digest("hex");
    return `${path}?v=${digest.slice(0, 12)}`;
  });
}

/** What is bundled keeps its licence beside it. */
function licences() {
  return ["preact", "diff"]
    .map((name) => {
      const about = JSON.parse(readFileSync(join(HERE, "node_modules", name, "package.json"), "utf8"));
      const text = readFileSync(join(HERE, "node_modules", name, "LICENSE"), "utf8").trim();
      return `${name} ${about.version} (${about.license})\n\n${text}\n`;
    })
    .join("\n----\n\n");
}

/** Puts each file in place at once and index.html last, so that nobody is ever served half a page. */
function put(files) {
  mkdirSync(TARGET, { recursive: true });
  for (const [name, bytes] of [...files].sort(([one], [other]) => (one === "index.html") - (other === "index.html"))) {
    const fresh = join(TARGET, `.${name}.${process.pid}`);
    writeFileSync(fresh, bytes);
    renameSync(fresh, join(TARGET, name));
  }
  for (const name of present().filter((one) => !files.has(one))) rmSync(join(TARGET, name), { force: true });
}

/** What is there, without what another build is just writing. */
function present() {
  return existsSync(TARGET) ? readdirSync(TARGET).filter((name) => !name.startsWith(".")) : [];
}

function differences(files) {
  const there = present();
  const wrong = [...files].filter(([name, bytes]) => !there.includes(name) || !bytes.equals(readFileSync(join(TARGET, name))));
  return [...wrong.map(([name]) => name), ...there.filter((name) => !files.has(name))];
}

const files = await make();
if (process.argv.includes("--check")) {
  const wrong = differences(files);
  if (wrong.length) {
    console.error(`the page that ships is not what the source gives (${wrong.join(", ")}): run \`npm run build\``);
    process.exit(1);
  }
} else {
  put(files);
  for (const [name, bytes] of files) console.log(`${name}  ${bytes.length.toLocaleString("en-GB")} bytes`);
}
