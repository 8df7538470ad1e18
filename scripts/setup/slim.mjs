import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The game version that the demo's client speaks (test/platforms/serenity/support/login.ts). */
const BEDROCK = "1.26.20";

/**
 * Deletes what is large and read by neither the server nor the demo: data of a hundred other game versions, and Node's C headers.
 */
export function slim(root) {
  const modules = join(root, "node_modules");
  const node = join(modules, "node", "node_modules");
  for (const name of readdirSync(node).filter((entry) => entry.startsWith("node-")))
    rmSync(join(node, name, "include"), { recursive: true, force: true });
  slimGameData(modules);
}

function slimGameData(modules) {
  const folder = join(modules, "minecraft-data");
  // The changed version makes any later `npm install` restore the whole package.
  const manifest = join(folder, "package.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version: "0.0.0-slim" }));
  rmSync(join(modules, ".package-lock.json"), { force: true });

  const data = join(folder, "minecraft-data", "data");
  const paths = JSON.parse(readFileSync(join(data, "dataPaths.json"), "utf8")).bedrock[BEDROCK];
  const isRead = (file) => {
    const [edition, version, name] = file.split(sep);
    if (name === undefined || version === "common") return true;
    return Object.entries(paths).some(([key, path]) => path === `${edition}/${version}` && name.startsWith(`${key}.`));
  };
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !isRead(relative(data, path))) rmSync(path);
  }
}
