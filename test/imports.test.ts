import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");

/** For each part, what its files may import: other parts (by the file they are seen through), and packages. */
interface Rule {
  readonly files: (path: string) => boolean;
  readonly may: (path: string) => boolean;
  readonly packages: readonly string[];
}

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const isTest = (path: string) => path.endsWith(".test.ts");
const anyOf =
  (...checks: ((path: string) => boolean)[]) =>
  (path: string) =>
    checks.some((check) => check(path));
const exactly = (file: string) => (path: string) => path === file;

const coreFace = exactly("src/core/index.ts");
/** Without the running service, for the store's own thread. */
const storageFace = exactly("src/core/storage-face.ts");
const packageFace = exactly("src/index.ts");
/** For the command line and the report: the files and the store, without the running service. */
const operatorsFace = exactly("src/operators.ts");

/** What starting a server has in common. */
const startedServer = exactly("src/platforms/started-server.ts");
/** Helpers of tests that are ours only: the build leaves them out. */
const unpublished = (path: string) => /^src\/testing\/unpublished\//.test(path);
const nodeCheck = exactly("src/require-node.ts");

/** The first rule whose files match decides. Tests may also use what is made for testing. */
const RULES: readonly Rule[] = [
  // Loaded before anything else: it needs nothing.
  { files: anyOf(nodeCheck, exactly("src/require-node.test.ts")), may: nodeCheck, packages: [] },
  { files: exactly("src/cli/main.ts"), may: anyOf(nodeCheck, exactly("src/cli/run.ts")), packages: [] },
  // Only tests: the locales themselves are YAML.
  { files: within("src/locales"), may: within("src/core"), packages: [] },
  { files: within("src/core"), may: within("src/core"), packages: ["yaml"] },
  { files: within("src/storage/postgres"), may: anyOf(within("src/storage"), storageFace), packages: ["pg"] },
  {
    files: within("src/storage/archive"),
    may: anyOf(within("src/storage"), storageFace),
    packages: ["hyparquet", "hyparquet-writer"],
  },
  { files: within("src/storage"), may: anyOf(within("src/storage"), storageFace), packages: [] },
  { files: within("src/delivery"), may: anyOf(within("src/delivery"), coreFace), packages: [] },
  // For unit tests of core: they make its parts one by one.
  { files: within("src/testing/unpublished/judging"), may: anyOf(within("src/core"), unpublished), packages: [] },
  {
    // Our own tests may know more than those of other plugins.
    files: unpublished,
    may: anyOf(within("src/testing"), coreFace, storageFace, within("src/storage"), within("src/delivery")),
    packages: [],
  },
  {
    files: within("src/testing"),
    may: anyOf((path) => within("src/testing")(path) && !unpublished(path), coreFace),
    packages: ["fast-check"],
  },
  {
    files: anyOf(
      exactly("src/boot.ts"),
      exactly("src/start-line.ts"),
      exactly("src/start-line.test.ts"),
      exactly("src/running.ts"),
      exactly("src/stop-service.ts"),
      packageFace,
    ),
    may: anyOf(
      coreFace,
      within("src/storage"),
      within("src/delivery"),
      exactly("src/boot.ts"),
      exactly("src/engine-config.ts"),
      exactly("src/instance-file.ts"),
      nodeCheck,
      exactly("src/start-line.ts"),
      exactly("src/running.ts"),
      exactly("src/stop-service.ts"),
    ),
    packages: [],
  },
  {
    files: anyOf(
      operatorsFace,
      exactly("src/engine-config.ts"),
      exactly("src/instance-file.ts"),
      exactly("src/instance-file.test.ts"),
    ),
    may: anyOf(
      within("src/core"),
      within("src/storage"),
      exactly("src/engine-config.ts"),
      exactly("src/instance-file.ts"),
    ),
    packages: [],
  },
  { files: startedServer, may: packageFace, packages: [] },
  {
    files: within("src/platforms/serenity"),
    may: anyOf(within("src/platforms/serenity"), startedServer, packageFace),
    packages: [
      "@serenityjs/core",
      "@serenityjs/nbt",
      "@serenityjs/protocol",
      "@serenityjs/plugins",
      "@serenityjs/binarystream",
    ],
  },
  // flying-squid has no types, and is loaded by name.
  {
    files: within("src/platforms/flying-squid"),
    may: anyOf(within("src/platforms/flying-squid"), startedServer, packageFace),
    packages: [],
  },
  // What runs in the page is bundled: its library is needed at build time only.
  { files: within("src/report/page"), may: anyOf(within("src/report"), operatorsFace), packages: ["echarts"] },
  { files: within("src/report"), may: anyOf(within("src/report"), operatorsFace), packages: [] },
  {
    files: within("src/cli"),
    may: anyOf(
      within("src/cli"),
      within("src/report"),
      operatorsFace,
      exactly("src/delivery/open-outside-alerts.ts"),
      within("src/platforms"),
    ),
    packages: [],
  },
  {
    files: anyOf(within("simulator"), within("bench"), within("test"), within("scripts")),
    may: () => true,
    packages: ["*"],
  },
];

/**
 * The parts of core, each of which imports only those before it: ports and records, then what looks, judges and files, then what staff
 * and other plugins use, and last what puts them together.
 */
const CORE_PARTS = [
  "errors.ts",
  "model",
  "time",
  "platform.ts",
  "item-event.ts",
  "tagging",
  "config",
  "permissions",
  "messages",
  "store.ts",
  "alerts",
  "rule",
  "recording",
  "looking",
  "judging",
  "network",
  "ledger",
  "story",
  "cases",
  "api",
  "channels",
  "commands",
  "forms",
  "service",
  "doubletake.ts",
  "index.ts",
  "storage-face.ts",
];

const TEST_PACKAGES = ["fast-check", "pg", "discord-api-types", "@grammyjs/types", "@slack/types"];

test("imports point one way: core ← storage, delivery ← boot, index ← platforms; operators ← cli, report", () => {
  const offences: string[] = [];
  for (const file of globSync("{src,simulator,bench,test,scripts}/**/*.ts", { cwd: root }).map((path) =>
    normalize(path),
  )) {
    const rule = RULES.find(({ files }) => files(file));
    if (rule === undefined) offences.push(`${file}: belongs to no part; add it to test/imports.test.ts`);
    else offences.push(...offencesIn(file, rule));
  }
  assert.deepEqual(offences, []);
});

test("a package that a part may import is imported there", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).map((path) => normalize(path).replaceAll("\\", "/"));
  const unused = RULES.flatMap((rule) => {
    const texts = files.filter((file) => RULES.find(({ files }) => files(file)) === rule).map((file) => textOf(file));
    const isImported = (name: string) => texts.some((text) => new RegExp(`from "${name}["/]`).test(text));
    return rule.packages.filter((name) => name !== "*" && !isImported(name));
  });
  assert.deepEqual(unused, []);
});

test("the parts of core import only those before them", () => {
  const files = globSync("src/core/**/*.ts", { cwd: root }).map((path) => normalize(path).replaceAll("\\", "/"));
  const offences: string[] = [];
  for (const file of files.filter((path) => !isTest(path))) {
    const rank = CORE_PARTS.indexOf(corePart(file));
    if (rank === -1) offences.push(`${file}: belongs to no part of core; add it to test/imports.test.ts`);
    for (const target of importedBy(file))
      if (CORE_PARTS.indexOf(corePart(target)) > rank) offences.push(`${file} imports ${target}`);
  }
  assert.ok(files.length > 300, "the files are found");
  assert.deepEqual(offences, []);
});

/** The folder below src/core, or the file at its root. */
function corePart(path: string): string {
  return path.split("/")[2]!;
}

test("no files of what is published import each other in a circle, types included", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).map((path) => normalize(path));
  const importsOf = new Map(files.filter((file) => !isTest(file)).map((file) => [file, importedBy(file)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (path.includes(file) || done.has(file)) return;
    for (const target of importsOf.get(file) ?? []) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of importsOf.keys()) follow(file, []);
  assert.ok(importsOf.size > 300, "the files are found");
  assert.deepEqual(circles, []);
});

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The files that a file imports, or exports from. */
function importedBy(file: string): string[] {
  const targets = [...textOf(file).matchAll(/\b(?:from\s+|import\()["'](\.[^"']+)["']/g)];
  return targets.map(([, target]) => relative(root, join(root, dirname(file), target!)).replaceAll("\\", "/"));
}

function offencesIn(file: string, rule: Rule): string[] {
  const lines = textOf(file).split("\n");
  return lines.flatMap((line, at) => {
    const target =
      /(?:^\s*(?:import|export)\b.*\bfrom\s+|\bimport\()["']([^"']+)["']/.exec(line)?.[1] ?? multiline(line);
    if (target === undefined || isAllowed(file, target, line, rule)) return [];
    return [`${file}:${at + 1}: ${line.trim()}`];
  });
}

/** The last line of an import over several lines. */
function multiline(line: string): string | undefined {
  return /^\}\s+from\s+["']([^"']+)["']/.exec(line)?.[1];
}

function isAllowed(file: string, target: string, line: string, rule: Rule): boolean {
  if (target.startsWith("node:")) return true;
  if (target.startsWith(".")) {
    const path = relative(root, join(root, dirname(file), target)).replaceAll("\\", "/");
    if (isTest(file) && path.startsWith("src/testing/")) return true;
    return rule.may(path);
  }
  const name = target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
  if (isTest(file) && TEST_PACKAGES.includes(name)) return true;
  // Types of published formats are erased: they name a package, and need none.
  if (/^\s*import type\b/.test(line) && ["discord-api-types", "@grammyjs/types", "@slack/types"].includes(name))
    return true;
  return rule.packages.includes("*") || rule.packages.includes(name);
}
