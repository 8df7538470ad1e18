import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Not `npm ci`, which fails if a mirror lacks optional packages of other systems. */
const INSTALL = ["install", "--include=dev", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
/** `npm pack --dry-run` passes its options on, but the installation must be a real one. */
const REALLY = ["--dry-run=false", "--package-lock-only=false"];
const START = "scripts/start";
const EVERY_MS = { terminal: 500, file: 10_000 };

/**
 * Installs everything, or what is needed to start. Reports on standard error, because `npm pack --json` uses standard output. Resolves with
 * false if it failed; the reason has been printed.
 */
export async function install(root, isAll) {
  console.error(
    isAll
      ? "Installing what the tests and the build need: about 1.1 GB, once …"
      : "Installing the Node that Doubletake is pinned to, SerenityJS, and a client for the demo: about 400 MB, once …",
  );
  const startedMs = performance.now();
  const timer = setInterval(
    () => showProgress(root, startedMs),
    process.stderr.isTTY ? EVERY_MS.terminal : EVERY_MS.file,
  );
  const isDone = await runNpm(root, [...INSTALL, ...REALLY, ...(isAll ? [] : [`--workspace=${START}`])]);
  clearInterval(timer);
  showLine(isDone ? `  Installed in ${secondsSince(startedMs)} s.` : "");
  if (process.stderr.isTTY) process.stderr.write("\n");
  if (isDone && existsSync(join(root, "node_modules", ".bin", "node"))) return true;
  console.error(
    isDone
      ? "The pinned Node is missing: npm runs no install scripts here. Allow them for this folder: npm config set ignore-scripts false --location=project"
      : "npm install failed; see the lines above. Is the package registry reachable, and is there room on the disk?",
  );
  return false;
}

async function runNpm(root, words) {
  const npm = process.env.npm_execpath;
  // npm writes its errors to standard error.
  const options = { cwd: root, stdio: ["ignore", "ignore", 2], shell: npm === undefined };
  const child = npm ? spawn(process.execPath, [npm, ...words], options) : spawn("npm", words, options);
  const [status] = await once(child, "close");
  return status === 0;
}

/** npm makes every package's folder first, and then fills them. */
function showProgress(root, startedMs) {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return;
  const folders = readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name],
    );
  const filled = folders.filter((name) => existsSync(join(modules, name, "package.json")));
  showLine(`  ${filled.length} of ${folders.length} packages, ${secondsSince(startedMs)} s`);
}

function showLine(text) {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

function secondsSince(startedMs) {
  return Math.round((performance.now() - startedMs) / 1000);
}
