// Installs what package-lock.json asks for, when that has not been done yet. Runs on Node 20 and newer.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const stamp = join(root, "node_modules", ".doubletake-setup");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.log("Installing dependencies (about two minutes the first time)…");
  install();
  linkRaknetForThisKernel();
  writeFileSync(stamp, wanted);
}

/** `npm install` and not `npm ci`: a mirror may lack optional packages of other systems, which `npm ci` does not forgive. */
function install() {
  const npm = process.env.npm_execpath;
  const words = ["install", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  // raknet-native would call a compiler when it has no file for this kernel; the link below gives it one.
  const env = { ...process.env, SKIP_BUILD: "1" };
  const options = { cwd: root, env, stdio: ["ignore", "inherit", "inherit"], shell: npm === undefined };
  const { status } = npm ? spawnSync(process.execPath, [npm, ...words], options) : spawnSync("npm", words, options);
  if (status !== 0) {
    console.error("npm install failed; see the lines above. Is the package registry reachable?");
    process.exit(1);
  }
}

/** raknet-native 1.2 looks for its file by the kernel's major number, and ships one for Linux 5 only; it serves for all. */
function linkRaknetForThisKernel() {
  const folder = join(root, "node_modules", "raknet-native", "prebuilds");
  if (process.platform !== "linux" || !existsSync(folder)) return;
  const name = `linux-${release().split(".")[0]}-${process.arch}`;
  const shipped = readdirSync(folder).find((entry) => entry === `linux-5-${process.arch}`);
  if (shipped && !existsSync(join(folder, name))) symlinkSync(shipped, join(folder, name), "dir");
}
