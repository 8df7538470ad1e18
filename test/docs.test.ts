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
