import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freeUdpPort } from "../../support/free-port.ts";
import { BedrockClient } from "./support/bedrock-client.ts";
import { idOf } from "./support/network-item.ts";
import { ServeProcess } from "./support/serve-process.ts";
import { until } from "./support/wait.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const dir = mkdtempSync(join(tmpdir(), "doubletake-serve-"));
const world = join(dir, "server");
const port = await freeUdpPort();
const servers: ServeProcess[] = [];
const started = new Set<ChildProcess>();

after(async () => {
  for (const server of servers) await server.kill();
  for (const child of started) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** `doubletake <words>` in a process of its own. */
function doubletake(...words: string[]) {
  const child = spawn(process.execPath, [main, ...words], { cwd: dir });
  started.add(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    said.out += data;
  });
  child.stderr.on("data", (data) => {
    said.err += data;
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { said, ended };
}

/** Everything that lies in the server's folder, but for what the running server itself writes at any moment. */
function worldFiles(): string[] {
  return readdirSync(world, { recursive: true, encoding: "utf8" })
    .filter((file) => !file.includes("tracker.db"))
    .sort();
}

let id: string;

test("serve makes a world that can be played in, and SIGTERM stops it cleanly", async () => {
  const server = await ServeProcess.start({ dir: world, port, isPlain: true });
  servers.push(server);
  const ada = await BedrockClient.join({ port, name: "Ada" });
  server.console("give Ada diamond_sword");
  id = await until("a tagged sword", () => idOf(ada.items.inventory[ada.items.slotOf("diamond_sword")]));

  const second = doubletake("serve", "--offline", "--dir", join(dir, "second"), "--port", String(port));
  assert.equal(await second.ended, 1);
  assert.equal(second.said.err, `Port ${port} is in use; choose another one with --port.\n`);

  const files = worldFiles();
  const beside = doubletake("serve", "--offline", "--dir", world, "--port", String(await freeUdpPort()));
  assert.equal(await beside.ended, 1);
  assert.match(
    beside.said.err,
    /^Another server \(process \d+\) is running in .*server; stop it first, or choose another folder with --dir\.\n$/,
  );
  assert.equal(beside.said.out, "");
  assert.deepEqual(worldFiles(), files, "it touched nothing");

  assert.equal(await server.stop(), 0, server.output);
  await until("the goodbye", () => ada.isClosed);
});

test("started again it has kept everything, and the console's stop stops it cleanly", async () => {
  const server = await ServeProcess.start({ dir: world, port });
  servers.push(server);
  const ada = await BedrockClient.join({ port, name: "Ada" });
  assert.equal(await until("the sword", () => idOf(ada.items.inventory[ada.items.slotOf("diamond_sword")])), id);
  await server.ask("dttest uuid", /Only a player can do this/);
  server.console("stop");
  assert.equal(await server.ended, 0, server.output);
  assert.doesNotMatch(server.output, /is running in/);
  assert.doesNotMatch(server.output, /not stopped cleanly|unclean/i);
});

test("what cannot be done is said in one sentence, with its exit code", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  const failures = [
    {
      words: ["--dir", file],
      code: 1,
      sentence: /file cannot be written \(.*\); choose another folder with --dir\.\n$/,
    },
    {
      words: ["--platform", "chess"],
      code: 2,
      sentence: /^--platform must be one of serenity, flying-squid, not "chess"\.\n$/,
    },
    { words: ["--port", "0"], code: 2, sentence: /^"0" is not a port: give a number from 1 to 65535\.\n$/ },
    { words: ["--fast"], code: 2, sentence: /^Unknown option '--fast'\. See: doubletake serve --help\n$/ },
    { words: ["please"], code: 2, sentence: /^Unexpected word "please"\. Usage: doubletake serve \[options\]\n$/ },
  ];
  for (const { words, code, sentence } of failures) {
    const { ended, said } = doubletake("serve", ...words);
    assert.equal(await ended, code, words.join(" "));
    assert.match(said.err, sentence);
  }
  const help = doubletake("serve", "--help");
  assert.equal(await help.ended, 0);
  for (const option of ["--dir", "--port", "--offline", "--platform"])
    assert.ok(help.said.out.includes(option), option);
});
