import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { PackedProject } from "../../support/packed-project.ts";

const root = join(import.meta.dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: Record<string, unknown> };
const SUBPATHS = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(/^\./, "doubletake"));

describe("the packed package, installed into another project", () => {
  const dir = mkdtempSync(join(tmpdir(), "doubletake-packed-"));
  let project: PackedProject;

  before(() => {
    project = new PackedProject(dir);
  });

  after(() => rmSync(dir, { recursive: true, force: true }));

  it("has what it needs and no sources, tests or secrets", () => {
    for (const file of [
      "LICENSE",
      "README.md",
      "dist/locales/de.yml",
      "dist/cli/main.js",
      "docs/platforms/features.md",
    ]) {
      assert.ok(project.files.includes(join(file)), file);
    }
    const own = project.files.filter((file) => !file.includes("node_modules"));
    const odd = own.filter((file) => /(^src|\.test\.|tracker\.db|config\.yml$)/.test(file));
    assert.deepEqual(odd, []);
  });

  it("is loaded by require, as both game servers do it, and by import: the same module", () => {
    const script = `
      const load = async () => {
        for (const path of ${JSON.stringify(SUBPATHS)}) {
          const required = require(path);
          if (required !== await import(path)) throw new Error(path + " is two modules");
          console.log(path, Object.keys(required).length > 0);
        }
        console.log(typeof require("doubletake/serenity").doubletake, typeof require("doubletake/flying-squid").server);
      };
      load().then(() => process.exit(0));`;
    const { status, output } = project.run("load.cjs", script);
    assert.equal(status, 0, output);
    const expected = [...SUBPATHS.map((path) => `${path} true`), "function function"];
    assert.deepEqual(
      expected.filter((line) => !output.includes(line)),
      [],
      output,
    );
  });

  it("has types for everything that it exports", () => {
    const { status, output } = project.check(
      "types.ts",
      `import { getId, type RunningDoubletake } from "doubletake";
      import { doubletake as inSerenity } from "doubletake/serenity";
      import { doubletake as inSquid } from "doubletake/flying-squid";
      import { FakePlatform, platformContract } from "doubletake/testing";
      export const running: RunningDoubletake[] = [inSerenity({} as never), inSquid({})];
      export const id: string | null = getId(running[0]!.doubletake, null);
      export const known: string = new FakePlatform().name;
      // @ts-expect-error what is known to be a function is no number
      export const wrong: number = platformContract;`,
    );
    assert.equal(status, 0, output);
  });

  it("is loaded by flying-squid itself when its settings name it, and guards the server", () => {
    const script = `
      const { createMCServer } = require("flying-squid");
      const { runningDoubletake } = require("doubletake");
      const server = createMCServer({
        motd: "", host: "127.0.0.1", port: 0, "max-players": 1, "online-mode": false, logging: false, gameMode: 0,
        difficulty: 0, worldFolder: "world", generation: { name: "superflat", options: {} }, kickTimeout: 10000,
        plugins: { "doubletake/flying-squid": {} }, "view-distance": 1, "everybody-op": false, "max-entities": 10,
        "player-list-text": { header: { text: "" }, footer: { text: "" } }, version: "1.16.5",
      });
      server.on("error", (error) => { console.log(error.stack); process.exit(1); });
      server.waitForReady(60000).then(async () => {
        console.log("guarded by " + runningDoubletake().platform.name);
        await server.quit();
        console.log("stopped " + (runningDoubletake() === undefined));
        process.exit(0);
      });`;
    const { status, output } = project.run("server.cjs", script);
    assert.equal(status, 0, output);
    assert.match(output, /guarded by flying-squid\n[\s\S]*stopped true/);
    for (const file of ["config.yml", "messages.yml", "permissions.yml", "tracker.db"]) {
      assert.ok(existsSync(join(project.dir, "plugins", "doubletake", file)), file);
    }
  });
});
