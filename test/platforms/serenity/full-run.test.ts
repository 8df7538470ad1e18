import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { ROOTS } from "../../../src/core/commands/roots.ts";
import type { Parameter } from "../../../src/core/platform.ts";
import { PERMISSIONS, withoutColours } from "../../../src/index.ts";
import { CHANNEL_NAMES } from "../../../src/operators.ts";
import { type CommandResult, doubletakeProcess } from "../../cli/support/doubletake.ts";
import { type PostgresServer, sharedPostgres } from "../../support/postgres-server.ts";
import { BedrockClient } from "./support/bedrock-client.ts";
import { CHAT_ID, FourChannels, MARK, TRUST } from "./support/four-channels.ts";
import { inv } from "./support/inventory-acts.ts";
import { LentSword } from "./support/lent-sword.ts";
import { ServeProcess } from "./support/serve-process.ts";
import { until } from "./support/wait.ts";

// `doubletake serve` as an operator runs it: in German, on PostgreSQL, with all four channels, and a secret in every key that
// can hold one. What real clients do in it must reach the channels; what it says anywhere must hold no secret.

const ROLE = `keeper_${process.pid}`;
const PASSWORD = `p@ss/${MARK} database`;
const dir = mkdtempSync(join(tmpdir(), "doubletake-full-run-"));
const folder = join(dir, "plugins", "doubletake");

/** Everything that was said to anybody. */
const said: string[] = [];

let postgres: PostgresServer;
let adminUrl: string;
let channels: FourChannels;
let server: ServeProcess;
let mod: BedrockClient;
let ada: BedrockClient;
let ben: BedrockClient;
let sword: LentSword;

before(async () => {
  [postgres, channels] = await Promise.all([sharedPostgres(), FourChannels.start()]);
  adminUrl = await postgres.freshDatabase();
  await postgres.query(adminUrl, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
  await postgres.query(adminUrl, `ALTER DATABASE ${new URL(adminUrl).pathname.slice(1)} OWNER TO ${ROLE}`);
  const url = Object.assign(new URL(adminUrl), { username: ROLE, password: PASSWORD });
  const storage = { engine: "postgres", "postgres-url": url.href };
  const config = { language: "de", storage, notifications: channels.section };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.yml"), JSON.stringify(config), { mode: 0o600 });
  server = await ServeProcess.start({ dir, environment: TRUST });
  // What is given to somebody before the server knows that it is alone on its database has no known order.
  const servers = () => postgres.query(adminUrl, "SELECT 1 FROM dt_servers WHERE protocol > 0").catch(() => []);
  await until("the server in its database", async () => (await servers()).length > 0);
  const enter = (name: string) => BedrockClient.join({ port: server.port, name });
  [mod, ada, ben] = [await enter("Mod"), await enter("Ada"), await enter("Ben")];
  await server.permit("Mod", ...PERMISSIONS);
});

after(async () => {
  await server?.kill();
  await channels?.close();
  if (adminUrl !== undefined) {
    await postgres.query(adminUrl, `ALTER DATABASE ${new URL(adminUrl).pathname.slice(1)} OWNER TO CURRENT_USER`);
    await postgres.query(adminUrl, `DROP OWNED BY ${ROLE} CASCADE`);
    await postgres.query(adminUrl, `DROP ROLE ${ROLE}`);
  }
  await postgres?.remove();
  rmSync(dir, { recursive: true, force: true });
});

test("a real duplicate arrives at all four channels once, in German, in the body of each format", async () => {
  const y = Math.round(ada.movement.position.y);
  sword = new LentSword(server, ada, ben, { x: 6, y, z: 6 });
  await sword.give();
  // An alert waits two seconds for the number of its case: a store that is still being made takes longer on a busy machine.
  const rows = () => postgres.query(adminUrl, "SELECT 1 FROM tracker_item_transfers LIMIT 1").catch(() => []);
  await until("a row in the database", async () => (await rows()).length > 0);
  await sword.copy();
  const seen = await mod.chat.waitFor(/Duplikat/);
  for (const channel of channels.all) await until("the message", () => channel.requests.length > 0);
  await until("the sword with its owner alone", () => sword.ownerHasIt && !sword.borrowerHasIt);

  const [withAda, withBen] = [`4,${y},6`, `10,${y},6`];
  const places = `Ada (world:${withAda}); Ben (world:${withBen})`;
  const details = `2 Exemplare existieren gleichzeitig: ${places} — /doubletake case 1`;
  assert.equal(withoutColours(seen), `[Doubletake] Duplikat » Ben · Diamond Sword · ${details}`);
  const text = `Ein duplizierter Gegenstand wurde entdeckt\nBen · DIAMOND_SWORD\n${details}\n${sword.id}`;
  const [embed, bot, hook, generic] = channels.all.map(({ messages }) => messages[0]?.body);
  const { timestamp } = generic as { timestamp: number };
  assert.deepEqual(generic, {
    plugin: "Doubletake",
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    player: "Ben",
    playerUuid: (JSON.parse((await operator("case", "1", "--json")).out) as { playerId: string }).playerId,
    material: "DIAMOND_SWORD",
    details,
    timestamp,
  });
  assert.deepEqual(embed, {
    content: "Ein duplizierter Gegenstand wurde entdeckt",
    embeds: [
      {
        title: "Duplikat-Alarm",
        color: 16711680,
        fields: [
          { name: "Item UUID", value: sword.id },
          { name: "Players", value: "Ada, Ben" },
          { name: "Locations", value: `world: ${withAda}\nworld: ${withBen}` },
        ],
        footer: { text: "DIAMOND_SWORD · CRITICAL · Fall 1" },
        timestamp: new Date(timestamp).toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  });
  assert.deepEqual(bot, { chat_id: CHAT_ID, text });
  assert.deepEqual(hook, { text });
  for (const { requests, complaints } of channels.all) {
    assert.deepEqual(complaints, []);
    assert.equal(requests.length, 1);
  }
  const status = (await mod.chat.run("/dt status")).map(withoutColours).join("\n");
  assert.equal(status.match(/funktioniert, 1 zugestellt, 0 in der Warteschlange/g)?.length, 4, status);
});

test("every command is answered, to a player and to the console, while channels and store work and while they fail", async () => {
  await answerEverything("working");
  channels.fail();
  // A second duplicate, so that a channel that fails says so in the console.
  for (const item of ["diamond_sword", "dirt"]) server.console(`give Ben ${item}`);
  const slotOf = (item: string) =>
    until(item, () => (ben.items.slotOf(item) >= 0 ? ben.items.slotOf(item) : undefined));
  await ben.acts.place(1, inv(await slotOf("dirt")), inv(await slotOf("diamond_sword")));
  for (const channel of CHANNEL_NAMES) {
    await until(`the line about ${channel}`, () => server.output.includes(`Alerts do not reach ${channel} (`));
  }
  for (const channel of CHANNEL_NAMES) said.push(...(await mod.chat.run(`/dt notify test ${channel}`)));

  await postgres.query(adminUrl, `ALTER ROLE ${ROLE} PASSWORD 'another'`);
  await postgres.query(adminUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`);
  await until("a store that is away", async () =>
    /authentication|login/i.test((await mod.chat.run("/dt status")).join()),
  );
  await answerEverything("failing");
  assert.equal((await operator("status")).code, 1);
  await postgres.query(adminUrl, `ALTER ROLE ${ROLE} PASSWORD '${PASSWORD}'`);
});

test("the operator's commands work beside the server and after its end", async () => {
  const beside: Record<string, string[]> = {
    status: [],
    servers: [],
    history: [sword.id],
    at: ["world:6,64,6"],
    record: ["Ada"],
    items: ["Ada"],
    cases: ["--status", "all"],
    case: ["1"],
    report: ["--out", join(dir, "report.html")],
    export: ["transfers", "--out", join(dir, "transfers.csv")],
    purge: ["--older-than", "1d", "--dry-run"],
    restore: ["--since", "1h", "--dry-run"],
    check: [],
    notify: ["test", "generic"],
    verify: [],
    completion: ["bash"],
    backup: ["--out", join(dir, "backup.db")],
  };
  assert.deepEqual(
    [...Object.keys(beside), "erase-player", "migrate", "serve"].sort(),
    COMMANDS.map(({ name }) => name).sort(),
  );
  for (const [name, words] of Object.entries(beside)) {
    const { code, err } = await operator(name, ...words);
    assert.equal(code, name === "notify" ? 1 : 0, `${name}: ${err}`);
  }
  await operator("export", "cases", "--format", "ndjson");
  assert.equal(await server.stop(), 0, server.output);
  for (const words of [
    ["erase-player", "Ben", "--yes"],
    ["migrate", "--to", "sqlite"],
  ] as const) {
    const { code, err } = await operator(...words);
    assert.equal(code, 0, `${words[0]}: ${err}`);
  }
});

test("nothing that was said or written holds a secret", () => {
  said.push(server.output, ...[mod, ada, ben].flatMap(({ chat }) => chat.lines));
  const files = globSync("**", { cwd: dir }).filter((file) => statSync(join(dir, file)).isFile());
  assert.ok(files.includes("report.html") && files.includes("transfers.csv") && files.includes("backup.db"));
  for (const file of files) {
    if (!file.endsWith("config.yml")) said.push(readFileSync(join(dir, file), "latin1"));
  }
  const secrets = [MARK, CHAT_ID.slice(1), "p@ss", "p%40ss", "webhooks/", "services/T0", "in?key"];
  for (const text of said) {
    const found = secrets.find((secret) => text.includes(secret));
    const at = text.indexOf(found ?? "");
    assert.equal(found, undefined, text.slice(Math.max(0, at - 200), at + 200));
  }
  for (const host of ["localhost", "127.0.0.1"]) assert.ok(said.some((text) => text.includes(`(${host})`)));
});

/** Runs every command there is, by a player who may and by the console; each has to say something. */
async function answerEverything(state: string): Promise<void> {
  for (const root of ROOTS) {
    for (const { name, parameters } of root.subcommands) {
      const last = parameters.findLast(({ choices }) => choices.length > 0)?.choices ?? [""];
      for (const choice of last) {
        const words = parameters.map((parameter) => wordFor(parameter, choice));
        const line = [root.name, name, ...words].join(" ");
        // What comes later than this is looked at in the end.
        assert.notDeepEqual(await mod.chat.run(`/${line}`, 15), [], `${line}, ${state}`);
        await server.ask(line, /\n/);
      }
    }
  }
  // The last of its choices was off.
  await server.ask("doubletake removal on", /\n/);
}

function wordFor({ kind, choices }: Parameter, choice: string): string {
  if (choices.length > 0) return choices.includes(choice) ? choice : choices[0]!;
  return {
    player: "Ben",
    "item-id": sword.id,
    word: "bow",
    text: "seen it",
    integer: "1",
    "case-number": "1",
    server: "skyblock",
    coordinate: "~",
    choice: "",
  }[kind];
}

async function operator(...words: string[]): Promise<CommandResult> {
  const result = await doubletakeProcess([...words, ...(words[0] === "completion" ? [] : ["--dir", dir])], TRUST);
  said.push(result.out, result.err);
  return result;
}
