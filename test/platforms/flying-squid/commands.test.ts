import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runningDoubletake } from "../../../src/index.ts";
import { runDocumentedPlugin } from "../../support/documented-plugin.ts";
import { until } from "../serenity/support/wait.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { SquidHarness, VERSIONS } from "./support/squid-harness.ts";

for (const version of VERSIONS) {
  describe(`commands on ${version}`, () => {
    let server: GuardedServer;
    let admin: Bot;
    let tester: Bot;
    let alex: Bot;

    before(async () => {
      const permissions = { Admin: "doubletake.admin", Tester: "doubletake.test" } as const;
      server = await GuardedServer.start({ version, config: "scan-interval: 4", permissions });
      admin = await server.join("Admin");
      tester = await server.join("Tester");
      alex = await server.join("Alex");
    });

    after(() => server.discard());

    it("are run by those whom permissions.yml names", async () => {
      tester.say("/dttest give");
      const slot = await until("a test item", () => {
        const { slots } = server.harness.player("Tester").inventory;
        const found = slots.findIndex((stack) => stack);
        return found < 0 ? undefined : found;
      });
      const id = await server.idAt(tester, slot);
      tester.write("held_item_slot", { slotId: slot - HAND });
      tester.say("/dttest uuid");
      await tester.hears(new RegExp(id));
    });

    it("are refused to others", async () => {
      const before = alex.heard.length;
      alex.say("/dttest uuid");
      tester.say("/doubletake status");
      await until("an answer", () => alex.heard.length > before);
      assert.equal(alex.heard.at(-1), "You may not use this command.");
      await tester.hears(/^You may not use this command/);
    });

    it("another plugin does all that docs/api.md shows, with this server's own stacks and players", async () => {
      tester.say("/dttest give");
      const player = server.harness.player("Tester");
      const stack = await until("a stack of the game", () => player.inventory.slots.find((slot) => slot));
      assert.equal(
        await runDocumentedPlugin(stack, player),
        runningDoubletake()!.getId(runningDoubletake()!.item(stack)),
      );
    });

    it("are an operator's without being listed", async () => {
      await server.harness.serv.handleCommand("op Alex");
      await until("an operator", () => server.harness.player("Alex").op);
      alex.say("/doubletake status");
      await alex.hears(/flying-squid/);
    });

    it("complete their words for who asks, whoever joined last, and only for those who may use them", async () => {
      assert.deepEqual(await tester.completions("/dttest h"), ["history"]);
      assert.ok((await admin.completions("/doubletake ")).includes("inspect"));
      assert.ok((await admin.completions("/dt inspect Al")).includes("Alex"));
      assert.deepEqual(await tester.completions("/doubletake "), ["help"]);
    });

    it("are announced to the game, so that it asks for completion", () => {
      assert.ok(admin.received.some(({ name, bytes }) => name === "declare_commands" && bytes.includes("dttest")));
    });

    it("can be typed at the console", async () => {
      const lines: string[] = [];
      const { serv } = server.harness;
      const { info } = serv;
      serv.info = (line) => lines.push(line);
      await serv.handleCommand("doubletake status");
      await until("an answer", () => lines.some((line) => line.includes("flying-squid")));
      serv.info = info;
      assert.ok(!lines.some((line) => line.includes("§")));
    });

    it("of the server's own are recorded as what they do: give and enchant", async () => {
      await server.harness.serv.handleCommand("give Alex golden_sword 1");
      const slot = await server.slotOf(alex, "golden_sword");
      const id = await server.idAt(alex, slot);
      alex.write("held_item_slot", { slotId: slot - HAND });
      await until("the sword in hand", () => server.harness.player("Alex").heldItemSlot === slot - HAND);
      await server.harness.serv.handleCommand("enchant Alex sharpness 2");
      // flying-squid 1.12 writes enchantments as NBT, also where the game has components and does not look at it.
      const isEnchanted = Buffer.from(server.item(alex, slot)!.encode()).includes("sharpness");
      assert.equal(isEnchanted, version === "1.16.5");
      assert.equal(await server.idAt(alex, slot), id);
      assert.deepEqual(await server.history(id), ["Alex GIVE", "Alex ENCHANT"]);
    });

    it("bring staff to a place", async () => {
      await server.bring(admin, 4);
      assert.ok(server.harness.player("Admin").position.x > 17);
      assert.ok(!tester.heard.some((line) => line.startsWith("kicked")));
    });
  });
}

describe("installing", () => {
  it("works by the server's settings, with the folder that they name", async (context) => {
    const plugin = join(import.meta.dirname, "../../../src/platforms/flying-squid/plugin.ts");
    const settings: { folder?: string } = {};
    const harness = await SquidHarness.start({
      version: "1.16.5",
      plugins: { [plugin]: settings },
      folderOf: (dir) => {
        settings.folder = join(dir, "plugins", "doubletake");
      },
    });
    context.after(() => harness.discard());
    assert.ok(runningDoubletake());
    const folder = settings.folder!;
    for (const file of ["config.yml", "messages.yml", "permissions.yml"])
      assert.ok(existsSync(join(folder, file)), file);
    assert.match(readFileSync(join(folder, "permissions.yml"), "utf8"), /^# Who may do what[\s\S]*watchers: \[\]/);

    const said: string[] = [];
    harness.serv.warn = (line) => said.push(line);
    writeFileSync(join(folder, "permissions.yml"), "watchers: [Alex]\ntesters: [Alex\n");
    await harness.join("Alex");
    assert.match(said.join("\n"), /permissions\.yml, line \d: this is not valid YAML/);
  });
});
