// node scripts/setup.mjs [start|all] [script word…]: installs what package-lock.json asks for, when that has not been done yet, and
// runs the script by the Node that the package pins. `start` is what the server and the demo need (scripts/start/package.json), `all`
// what the tests and the build need, too. Runs on Node 20 and newer.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./setup/install.mjs";
import { slim } from "./setup/slim.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".doubletake-setup");
const [asked = "all", ...script] = process.argv.slice(2);
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

await setUp();
if (script.length > 0) run(script);

async function setUp() {
  // The stamp of a complete installation has no second word.
  const [stamped, part = "all"] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [undefined, "start"];
  // flying-squid is not in the small installation. A complete installation stays complete.
  const isAll = asked === "all" || part === "all" || script.includes("flying-squid");
  if (stamped === lock && (part === "all" || !isAll)) return;
  rmSync(stamp, { force: true });
  if (!(await install(root, isAll))) process.exit(1);
  if (!isAll) slim(root);
  writeFileSync(stamp, isAll ? lock : `${lock} start`);
}

/**
 * Ctrl-C reaches every process at the terminal, so it is not passed on: a second request would end the server without saving. When npm is
 * killed, nobody tells the script. So once its parent is gone, the script is asked to stop.
 */
function run(words) {
  const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  const child = spawn(node, words, { stdio: "inherit" });
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 500);
  child.once("error", (error) => {
    console.error(
      `The Node that Doubletake is pinned to does not run (${error.message}); remove node_modules and try again.`,
    );
    process.exit(1);
  });
  child.once("exit", (code) => process.exit(code ?? 1));
}
