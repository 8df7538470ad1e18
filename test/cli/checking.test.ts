import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { defaultConfigFile } from "../../src/core/index.ts";
import { doubletake, doubletakeJson } from "./support/doubletake.ts";
import { filledFolder } from "./support/filled-store.ts";

describe("check", () => {
  it("has nothing to say about what a first start writes", async (context) => {
    const folder = await filledFolder(context);
    writeFileSync(join(folder, "config.yml"), defaultConfigFile());
    writeFileSync(join(folder, "messages.yml"), readFileSync(new URL("../../src/locales/en.yml", import.meta.url)));
    const { code, out } = await doubletake(["check", "--dir", folder]);
    assert.equal(out, "No problems found.\n");
    assert.equal(code, 0);
  });

  it("notices an address of PostgreSQL that cannot be used, and repeats no key that may be a secret", async (context) => {
    const folder = await filledFolder(context);
    const config =
      "xoxb-17653672481-hunter2: true\nstorage:\n  engine: postgres\n  postgres-url: mysql://bob:hunter2@db/x\n";
    writeFileSync(join(folder, "config.yml"), config, { mode: 0o600 });
    const { code, out } = await doubletake(["check", "--dir", folder]);
    assert.equal(code, 1);
    assert.deepEqual(
      out
        .trim()
        .split("\n")
        .map((line) => line.slice(folder.length + 1)),
      [
        "config.yml:1: a key that is not repeated here is not a key of Doubletake; it is ignored",
        "config.yml:4: storage.postgres-url in config.yml is wrong: it does not begin with postgres://. It has the form postgres://user:password@host:5432/database",
      ],
    );
  });

  it("says every complaint with its file and line, and shows no secret", async (context) => {
    const folder = await filledFolder(context);
    const config =
      "scan-interval: often\nlanguag: de\nnotifications:\n  generic:\n    enabled: true\n    url: hunter2\n";
    writeFileSync(join(folder, "config.yml"), config);
    writeFileSync(join(folder, "messages.yml"), 'alerts:\n  broadcast: "{nobody}"\n  nope: "x"\n');
    const { code, out } = await doubletake(["check", "--dir", folder]);
    assert.equal(code, 1);
    const lines = out.trim().split("\n");
    assert.deepEqual(
      lines.map((line) => line.slice(folder.length + 1).split(": ")[0]),
      ["config.yml:2", "config.yml:1", "messages.yml:2", "messages.yml:3", "config.yml:6"],
    );
    assert.ok(!out.includes("hunter2"));
    chmodSync(join(folder, "config.yml"), 0o644);
    const json = await doubletakeJson(["check", "--dir", folder]);
    assert.equal(json.code, 1);
    assert.equal(json.value.complaints.length, 6, "a file with secrets that everybody can read is one more");
  });
});

describe("check of names", () => {
  it("notices worlds, actions and placeholders that nobody has, and says when nothing is removed", async (context) => {
    const folder = await filledFolder(context);
    const config =
      'auto-remove-duplicates: perhaps\nexempt-worlds: [world/nehter, world]\nsanctioned-sources: [GIVVE]\non-proven: ["kick {playr}"]\n';
    writeFileSync(join(folder, "config.yml"), config);
    const { code, out } = await doubletake(["check", "--dir", folder]);
    assert.equal(code, 1);
    assert.match(out, /config\.yml:1: .*perhaps.*nothing is taken away automatically until this is corrected/);
    assert.match(out, /config\.yml:2: .*did you mean "world\/nether"/);
    assert.match(out, /config\.yml:3: .*did you mean "GIVE"/);
    assert.match(out, /config\.yml:4: .*did you mean "player"/);
    assert.equal(out.trim().split("\n").length, 4, out);
  });
});

describe("what cannot be read or makes no sense", () => {
  it("gets a sentence and an exit code, never a stack", async (context) => {
    const folder = await filledFolder(context);
    const negative = await doubletake(["cases", "--limit", "-5", "--dir", folder]);
    assert.equal(negative.code, 2);
    assert.equal(negative.err, "Option '--limit' argument is ambiguous. See: doubletake cases --help\n");
    rmSync(join(folder, "config.yml"));
    mkdirSync(join(folder, "config.yml"));
    for (const command of ["status", "check", "cases"]) {
      const { code, err } = await doubletake([command, "--dir", folder]);
      assert.equal(code, 1, command);
      assert.match(err, /^.*config\.yml cannot be read \(EISDIR\): run the command as the game server's user\.\n$/);
    }
  });

  it("a closed store is read although nothing can be written beside it", async (context) => {
    const folder = await filledFolder(context);
    for (const end of ["-wal", "-shm"]) rmSync(join(folder, `tracker.db${end}`), { force: true });
    // As in a folder that is read-only: SQLite cannot make the file that it wants there.
    mkdirSync(join(folder, "tracker.db-shm"));
    const { code, out, err } = await doubletake(["cases", "--status", "all", "--dir", folder]);
    assert.equal(code, 0, err);
    assert.match(out, /#1 .*DUPLICATE_ITEM/);
  });
});

describe("notify test", () => {
  it("delivers one message, and says so", async (context) => {
    const folder = await filledFolder(context);
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      request.on("end", () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/secret-path`;
    writeFileSync(join(folder, "config.yml"), `notifications: { generic: { enabled: true, url: "${url}" } }\n`);
    const { code, out } = await doubletake(["notify", "test", "generic", "--dir", folder]);
    assert.equal(code, 0, out);
    assert.equal(bodies.length, 1);
    assert.ok(!out.includes("secret-path"));
    const off = await doubletake(["notify", "test", "embed_chat", "--dir", folder]);
    assert.equal(off.code, 1);
    assert.match(off.out, /not enabled/);
    assert.equal((await doubletake(["notify", "test", "pigeon", "--dir", folder])).code, 2);
  });
});

describe("verify", () => {
  it("holds for a store that the product wrote", async (context) => {
    const folder = await filledFolder(context);
    const { code, value } = await doubletakeJson(["verify", "--dir", folder]);
    assert.deepEqual(
      value.checks.filter(({ problems }: { problems: number }) => problems > 0),
      [],
    );
    assert.equal(value.isWhole, true);
    assert.equal(code, 0);
  });

  it("finds what is broken: a missing player, a lost case, a wrong count, an orphan", async (context) => {
    const folder = await filledFolder(context);
    const db = new DatabaseSync(join(folder, "tracker.db"));
    db.exec(`DELETE FROM players WHERE name = 'Alex'; DELETE FROM cases WHERE number = 1;
      UPDATE progress SET seen_items = 7; INSERT INTO items (uuid) VALUES ('11111111-1111-1111-1111-111111111111')`);
    db.close();
    const { code, value } = await doubletakeJson(["verify", "--dir", folder]);
    assert.equal(code, 1);
    assert.equal(value.isWhole, false);
    const broken = value.checks.filter(({ problems }: { problems: number }) => problems > 0);
    assert.deepEqual(
      broken.map(({ rule }: { rule: string }) => rule),
      [
        "recent.player names a row of players",
        "items.first_player names a row of players",
        "every item was seen, moved or kept (no orphaned items)",
        "every item of a case is listed with it, and nothing else is",
        "every quarantined item belongs to a case",
        "the counts that are kept are right",
      ],
    );
    assert.match(
      (await doubletake(["verify", "--dir", folder])).out,
      /BAD {2}every quarantined item belongs to a case: not true 1 time$/m,
    );
  });
});

describe("help and completion", () => {
  it("every command has help with an example", async () => {
    const { out } = await doubletake(["--help"]);
    const names = [...out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name as string);
    assert.ok(names.length >= 14, names.join(" "));
    for (const name of names) {
      const help = await doubletake([name, "--help"]);
      assert.equal((await doubletake(["help", name])).out, help.out);
      assert.equal(help.code, 0);
      assert.match(help.out, new RegExp(`^Usage: doubletake ${name}`));
      assert.match(help.out, /\nExample:\n {2}.*doubletake /);
    }
  });

  it("bash completes commands, options and values", async () => {
    const script = (await doubletake(["completion", "bash"])).out;
    const complete = (...words: string[]) => {
      const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _doubletake; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", `${script}\n${ask}`], { encoding: "utf8" }).stdout.trim();
    };
    assert.equal(complete("doubletake", "hist"), "history");
    assert.equal(complete("doubletake", "cases", "--status", "con"), "confirmed");
    assert.equal(complete("doubletake", "notify", "emb"), "embed_chat");
    assert.equal(complete("doubletake", "migrate", "--t"), "--to");
  });

  it("zsh and fish have a script too; another shell is a mistake", async () => {
    assert.match((await doubletake(["completion", "zsh"])).out, /^#compdef doubletake/);
    const fish = (await doubletake(["completion", "fish"])).out;
    assert.match(fish, /-a record -d 'shows a player\\'s cases/);
    assert.equal((await doubletake(["completion", "cmd"])).code, 2);
  });
});
