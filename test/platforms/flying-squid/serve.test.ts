import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { freeTcpPort } from "../../support/free-port.ts";
import { until, within } from "../serenity/support/wait.ts";
import { Bot } from "./support/bot.ts";
import { temporaryDir } from "./support/squid-harness.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const host = "127.0.0.1";

/** `npm start -- --platform flying-squid` in a process of its own. */
class Served {
  readonly #child: ChildProcess;
  output = "";

  constructor(context: TestContext, dir: string, port: number) {
    const words = ["serve", "--platform", "flying-squid", "--dir", dir, "--port", String(port), "--offline"];
    this.#child = spawn(process.execPath, [main, ...words], { stdio: ["pipe", "pipe", "pipe"] });
    const take = (data: Buffer) => {
      this.output += data;
    };
    this.#child.stdout!.on("data", take);
    this.#child.stderr!.on("data", take);
    context.after(() => this.#child.kill("SIGKILL"));
  }

  says(pattern: RegExp): Promise<unknown> {
    return this.#explained(until(`${pattern}`, () => pattern.test(this.output)));
  }

  /** Resolves when the client has a sword. */
  equips(bot: Bot): Promise<unknown> {
    const hasSword = () => Object.values(bot.slots).includes("1x diamond_sword");
    return this.#explained(until(`a sword with ${bot.name}`, hasSword), bot.heard);
  }

  type(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  async ends(by?: NodeJS.Signals): Promise<unknown> {
    const exit = once(this.#child, "exit");
    if (by !== undefined) this.#child.kill(by);
    const [code] = await within("the end", exit);
    return code;
  }

  /** A failure says what the server had printed by then. */
  #explained(waiting: Promise<unknown>, heard: readonly string[] = []): Promise<unknown> {
    return waiting.catch(({ message }: Error) => {
      throw new Error([message, ...heard, "The server printed:", this.output].join("\n"));
    });
  }
}

describe("npm start -- --platform flying-squid", () => {
  it("can be joined, takes console commands, and stops by SIGTERM or `stop` with everything saved", async (context) => {
    const dir = temporaryDir();
    context.after(() => rmSync(dir, { recursive: true, force: true }));
    const port = await freeTcpPort();
    const first = new Served(context, dir, port);
    await first.says(/Ready to be joined: Java 1\.21\.4/);
    const alex = await Bot.join({ host, port, name: "Alex", version: "1.21.4" });
    first.type("give Alex diamond_sword");
    await first.equips(alex);
    first.type("doubletake status");
    await first.says(/flying-squid 1\.12\.0/);
    assert.equal(await first.ends("SIGTERM"), 0, first.output);
    assert.match(first.output, /Stopped\./);
    for (const file of ["config.yml", "permissions.yml", "tracker.db"]) {
      assert.ok(existsSync(join(dir, "plugins", "doubletake", file)), file);
    }

    const second = new Served(context, dir, port);
    await second.says(/Ready to be joined/);
    const again = await Bot.join({ host, port, name: "Alex", version: "1.21.4" });
    await second.equips(again);
    const third = new Served(context, join(dir, "another"), port);
    assert.equal(await third.ends(), 1);
    assert.match(third.output, new RegExp(`Port ${port} is in use`));
    second.type("stop");
    assert.equal(await second.ends(), 0, second.output);
  });
});
