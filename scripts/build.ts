// Builds dist/, the compiled package that is published, and dist/serenity-plugin/, which is not published: a folder to drop
// into a Serenity server's plugins, with everything in it except the game server. A folder given as argument replaces dist.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, "..");
const dist = resolve(process.argv[2] ?? join(root, "dist"));
const pluginFolder = join(dist, "serenity-plugin");
/** Parts of the package that the plugin folder does not need. */
const NOT_IN_PLUGIN = ["cli", "operators.js", "platforms/flying-squid", "report", "serenity-plugin", "testing"].map(
  (part) => join(dist, part),
);
/** The files of other packages that the plugin folder needs: code and licences, but no tests, types or sources. */
const RUNS = /^(LICEN[CS]E.*|.*\.([cm]?js|json))$/i;
const NOT_NEEDED = /(^|\.)(tests?|testing|bench|browser|node_modules)(\.|$)/;

rmSync(dist, { recursive: true, force: true });
compile();
cpSync(join(root, "src", "locales"), join(dist, "locales"), {
  recursive: true,
  filter: (path) => !path.endsWith(".ts"),
});
buildReportAssets();
makePluginFolder(readManifest(root));

function compile(): void {
  const { status, stdout, stderr } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", dist], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(stdout + stderr);
  process.exit(1);
}

/** Bundles the report's page once, so that the published package needs no bundler. */
function buildReportAssets(): void {
  const words = [join(root, "scripts", "build-report.ts"), join(dist, "report", "assets")];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  if (status === 0) return;
  console.error(stderr);
  process.exit(1);
}

function makePluginFolder({ name, version, license, dependencies = {} }: Manifest): void {
  const isNeeded = (path: string) => !path.endsWith(".d.ts") && !NOT_IN_PLUGIN.includes(path);
  for (const part of readdirSync(dist).filter((name) => isNeeded(join(dist, name))))
    cpSync(join(dist, part), join(pluginFolder, part), { recursive: true, filter: isNeeded });
  const manifest = { name, version, license, private: true, type: "module", main: "./platforms/serenity/drop-in.js" };
  writeFileSync(join(pluginFolder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyDependencies(root, Object.keys(dependencies), new Set());
}

/** Copies packages and their dependencies, as `npm install` would, all into one folder. */
function copyDependencies(from: string, names: readonly string[], copied: Set<string>): void {
  for (const name of names) {
    if (copied.has(name)) continue;
    copied.add(name);
    const folder = packageFolder(from, name);
    cpSync(folder, join(pluginFolder, "node_modules", name), {
      recursive: true,
      dereference: true,
      filter: (path) => isNeededOfPackage(folder, path),
    });
    copyDependencies(folder, Object.keys(readManifest(folder).dependencies ?? {}), copied);
  }
}

function isNeededOfPackage(folder: string, path: string): boolean {
  if (path === folder) return true;
  return !NOT_NEEDED.test(basename(path)) && (statSync(path).isDirectory() || RUNS.test(basename(path)));
}

/** Finds a package's folder through its main file, because not every package exports its manifest. */
function packageFolder(from: string, name: string): string {
  let folder = dirname(createRequire(join(from, "package.json")).resolve(name));
  while (!existsSync(join(folder, "package.json")) || readManifest(folder).name !== name) folder = dirname(folder);
  return folder;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
