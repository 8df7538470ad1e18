import assert from "node:assert/strict";
import { test } from "node:test";
import { BedrockClient } from "./support/bedrock-client.ts";
import { ServerProcess } from "./support/server-process.ts";
import { until } from "./support/wait.ts";

test("a server in its own process is killed and comes back as it was saved", async () => {
  let server = await ServerProcess.start();
  try {
    const chest = { x: 2, y: 1, z: 2 };
    let ada = await BedrockClient.join({ port: server.port, name: "Ada" });
    await server.call("setBlock", chest, "chest");
    await server.call("putInBlock", chest, 4, "diamond_sword", { mark: "kept" });
    await server.call("save");
    await server.call("putInBlock", chest, 5, "diamond_sword", { mark: "lost" });
    await server.crash();
    ada.cutOff();
    server = await server.again();
    ada = await BedrockClient.join({ port: server.port, name: "Ada" });
    const window = await ada.world.openBlock(chest);
    assert.deepEqual([window.slots[4]?.nbt.mark, window.slots[5]], ["kept", undefined]);
    await server.stop();
    await until("the goodbye", () => ada.isClosed);
  } finally {
    await server.discard();
  }
});
