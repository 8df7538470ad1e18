import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: root })];

test("every page and picture that a page links to is there", () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    return local.filter((link) => !existsSync(join(root, dirname(page), link))).map((link) => `${page} → ${link}`);
  });
  assert.deepEqual(broken, []);
});

test("the tree of architecture.md has every folder of the code, and none that is not there", () => {
  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const rows = page
    .split("## The tree")[1]!
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = new Set<string>();
  for (const row of rows) {
    const [first, second = ""] = row.split("|").slice(1);
    const [paths, inside] = [first!, second].map((text) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
    const folders = paths!.map((path) =>
      /^(src|simulator|bench|test)\//.test(path) ? path : join(paths![0]!, "..", path),
    );
    for (const folder of folders) {
      named.add(join(folder));
      for (const path of inside!.filter((path) => path.endsWith("/"))) named.add(join(folder, path));
    }
    assert.deepEqual(
      folders.filter((folder) => !existsSync(join(root, folder))),
      [],
      row,
    );
  }
  const folders = globSync("{src,simulator}/**/", { cwd: root }).map((folder) => join(folder, "/"));
  // Beside its folders, `src` and `src/platforms` hold nothing that needs a line.
  const exempt = ["src/", "src/platforms/"];
  assert.deepEqual(
    folders.filter((folder) => !named.has(folder) && !exempt.includes(folder)),
    [],
  );
});

test("every file that architecture.md names is there", () => {
  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const files = globSync("{src,simulator,docs,scripts,test}/**/*.{ts,md,json,yml}", { cwd: root });
  const names = [...page.matchAll(/`([\w./-]+\.(?:ts|md))`/g)].map((match) => match[1]!);
  assert.deepEqual(
    names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`))),
    [],
  );
});

test("every function that a step of architecture.md names is in a file of that step", () => {
  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const files = globSync("src/**/*.ts", { cwd: root });
  const steps = page
    .replaceAll("\n    ", " ")
    .replaceAll("\n   ", " ")
    .match(/^\d+\. .*`src\/.*$/gm)!;
  assert.ok(steps.length > 20);
  const missing = steps.flatMap((step) => {
    const words = [...step.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    const named = words.filter((word) => word.endsWith(".ts")).map((word) => `/${word}`);
    const text = files
      .filter((file) => named.some((name) => `/${file}`.endsWith(name)))
      .map((file) => readFileSync(join(root, file), "utf8"))
      .join("\n");
    return words.filter((word) => /^#?[a-z]\w+$/.test(word) && !new RegExp(`${word}\\b`).test(text));
  });
  assert.deepEqual(missing, []);
});

test("the bot_chat page says where the token comes from, and what a chat id looks like", () => {
  const page = readFileSync(join(root, "docs", "channels", "bot_chat.md"), "utf8");
  assert.match(page, /BotFather/);
  assert.match(page, /-100/);
});

test("the channels page tells operators to keep config.yml private and out of anything published", () => {
  const page = readFileSync(join(root, "docs", "channels", "README.md"), "utf8");
  const advice = page.split("## Keep it private")[1]?.replaceAll(/\s+/g, " ") ?? "";
  assert.match(advice, /Keep `config.yml` readable by the server's account only/);
  assert.match(advice, /out of screenshots, backups that others can read, and public repositories/);
});

test("the channels page says under which names which format is spoken", () => {
  const page = readFileSync(join(root, "docs", "channels", "README.md"), "utf8");
  const formats = { embed_chat: "Discord webhook", bot_chat: "Telegram Bot API", hook_chat: "Slack incoming-webhook" };
  for (const [channel, format] of Object.entries(formats))
    assert.match(page, new RegExp(`^\\| \`${channel}\` +\\| the ${format}`, "m"), channel);
});

test("every error code is explained", () => {
  const codes = readFileSync(join(root, "src", "core", "errors.ts"), "utf8").match(/"DT_[A-Z_]+"/g) ?? [];
  const page = readFileSync(join(root, "docs", "errors.md"), "utf8");
  assert.ok(codes.length > 5);
  assert.deepEqual(
    codes.filter((code) => !page.includes(`\`${JSON.parse(code)}\``)),
    [],
  );
});
