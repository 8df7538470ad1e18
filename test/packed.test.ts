import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { codeBlocks } from "./support/code-blocks.ts";
import { documentedPlugin } from "./support/documented-plugin.ts";
import { PackedProject } from "./support/packed-project.ts";

const root = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: Record<string, unknown> };
const SUBPATHS = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(/^\./, "doubletake"));

const SQUID_SETTINGS = {
  ...{ motd: "", host: "127.0.0.1", port: 0, "max-players": 1, "online-mode": false, logging: false, gameMode: 0 },
  ...{ difficulty: 0, worldFolder: "world", generation: { name: "superflat", options: {} }, kickTimeout: 10000 },
  ...{ plugins: {}, "view-distance": 1, "everybody-op": false, "max-entities": 10, version: "1.16.5" },
  "player-list-text": { header: { text: "" }, footer: { text: "" } },
};

/** What stands around the code of a page, so that it can run. */
const PAGES: Record<string, (blocks: readonly string[]) => string> = {
  [join("docs", "platforms", "serenity.md")]: ([lines]) => `
    import { FileSystemProvider, Serenity } from "@serenityjs/core";
    import { runningDoubletake } from "doubletake";
    const serenity = new Serenity({
      serenity: { offlineMode: true } as never,
      raknet: { port: 0, address: "127.0.0.1" } as never,
    });
    serenity.registerProvider(FileSystemProvider, { path: "worlds" });
    ${lines}
    await serenity.start();
    console.log(runningDoubletake()?.platform === "serenity" ? "as documented" : "it does not run");
    process.exit(0);`,
  [join("docs", "platforms", "flying-squid.md")]: ([lines]) => `
    import { createRequire } from "node:module";
    import { runningDoubletake } from "doubletake";
    const { createMCServer } = createRequire(import.meta.url)("flying-squid");
    const server = createMCServer(${JSON.stringify(SQUID_SETTINGS)});
    ${lines}
    await server.waitForReady(60000);
    console.log(runningDoubletake()?.platform === "flying-squid" ? "as documented" : "it does not run");
    process.exit(0);`,
  [join("docs", "api.md")]: () => `
    import { boot } from "doubletake";
    import { FakePlatform, fakeStack } from "doubletake/testing";
    ${documentedPlugin().imports}
    const platform = new FakePlatform();
    const log = { info() {}, warn: console.log, error: console.log };
    const running = boot({ platform, folder: "documented", log });
    await running.ready;
    const gamePlayer = platform.join("Alex");
    const gameStack = fakeStack("bow");
    ${documentedPlugin().body}
    console.log(newest?.action === "SHOP_SALE" ? "as documented" : "no row was written");
    await running.stop();`,
};

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
    const odd = project.files.filter((file) =>
      /(^src|\.test\.|(^|\/)tests?\/|node_modules|tracker\.db|config\.yml$)/.test(file),
    );
    assert.deepEqual(odd, []);
  });

  it("has each file once", () => {
    // Of a file of types alone the compiler leaves one line.
    const files = project.files.filter((file) => project.text(file) !== "export {};\n");
    const alike = Object.values(Object.groupBy(files, (file) => project.text(file)));
    assert.deepEqual(
      alike.filter((group) => group!.length > 1),
      [],
    );
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
      export const id: string | null = getId(running[0]!.api, null);
      export const known: string = new FakePlatform().name;
      // @ts-expect-error what is known to be a function is no number
      export const wrong: number = platformContract;`,
    );
    assert.equal(status, 0, output);
  });

  it("does what it exports: an item gets an id and a history, its copy is proven, told and taken", () => {
    const { status, output } = project.run(
      "use.mjs",
      readFileSync(join(import.meta.dirname, "support/use-package.mjs"), "utf8"),
    );
    assert.equal(status, 0, output);
    assert.match(output, /everything was as it should be/);
  });

  it("brings the command, which reads what was recorded", () => {
    const main = join("node_modules", "doubletake", "dist", "cli", "main.js");
    const { status, output } = project.run(
      "command.mjs",
      `
      import { spawnSync } from "node:child_process";
      const { status, stdout, stderr } = spawnSync(process.execPath, [${JSON.stringify(main)}, "cases", "--json", "--dir", "used"], { encoding: "utf8" });
      process.stdout.write(stdout + stderr);
      process.exitCode = status;`,
    );
    assert.equal(status, 0, output);
    assert.match(output, /DUPLICATE_ITEM/);
  });

  for (const [page, surroundings] of Object.entries(PAGES)) {
    it(`is used as ${page} says`, () => {
      const blocks = codeBlocks("ts").filter((block) => block.page === page);
      assert.ok(blocks.length > 0, "the page has code");
      const text = surroundings(blocks.map((block) => block.text));
      const name = `${page.replaceAll(/\W/g, "-")}.mts`;
      const checked = project.check(name, text);
      assert.equal(checked.status, 0, checked.output);
      const { status, output } = project.run(name, text);
      assert.equal(status, 0, output);
      assert.match(output, /as documented/);
    });
  }

  it("has no other code in its documentation, but for lines that such a page has, too", () => {
    const run = codeBlocks("ts").filter(({ page }) => PAGES[page] !== undefined);
    const others = codeBlocks("ts").filter(({ text }) => !run.some((block) => block.text === text));
    assert.deepEqual(others, []);
  });

  it("is loaded by flying-squid itself when its settings name it, and guards the server", () => {
    const [documented] = codeBlocks("json").filter(({ page }) => page === join("docs", "platforms", "flying-squid.md"));
    const settings = { ...SQUID_SETTINGS, ...JSON.parse(`{${documented!.text}}`) };
    const script = `
      const { createMCServer } = require("flying-squid");
      const { runningDoubletake } = require("doubletake");
      const server = createMCServer(${JSON.stringify(settings)});
      server.on("error", (error) => { console.log(error.stack); process.exit(1); });
      server.waitForReady(60000).then(async () => {
        console.log("guarded by " + runningDoubletake().platform);
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
