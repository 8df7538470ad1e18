// Runs in a project that has the package installed: uses what it exports, and checks that it does what its documentation says.
import assert from "node:assert/strict";
import {
  boot,
  checkForDuplicates,
  ensureUniqueId,
  getEarliestTransferTs,
  getId,
  getItemTransferHistory,
  logItemTransfer,
  logItemTransferAsync,
  recordSeen,
  recordSeenAsync,
  runningDoubletake,
  sendDuplicateAlert,
  tagAndLog,
} from "doubletake";
import { FakeItem, FakePlatform, fakeStack, MemoryStore } from "doubletake/testing";

const platform = new FakePlatform();
const ticking = setInterval(() => platform.tick(), 50);
const log = { info() {}, warn() {}, error: console.log };
const running = boot({ platform, folder: "used/plugins/doubletake", log });
await running.ready;
const plugin = running.api;
assert.equal(runningDoubletake(), plugin);

const [alex, bea] = [platform.join("Alex"), platform.join("Bea")];
const stack = fakeStack("diamond_sword");
const sword = new FakeItem(stack);
alex.slots[0] = stack;
assert.equal(getId(plugin, sword), null);
const id = ensureUniqueId(plugin, sword);
assert.equal(getId(plugin, sword), id);
assert.equal(ensureUniqueId(plugin, new FakeItem(fakeStack("dirt"))), null);
assert.equal(await recordSeen(plugin, id), true);
assert.equal(await recordSeenAsync(plugin, id), false);

tagAndLog(plugin, alex, sword, "PICKUP", alex.location());
await logItemTransferAsync(plugin, id, alex.id, "DROP", "world:1,64,1");
await logItemTransfer(plugin, id, bea.id, "PICKUP", "world:1,64,1");
const history = await getItemTransferHistory(plugin, id, 10);
assert.deepEqual(
  history.map(({ action }) => action),
  ["PICKUP", "DROP", "PICKUP"],
);
assert.equal(await getEarliestTransferTs(plugin, id, bea.id), history[0].timestamp);
sendDuplicateAlert(plugin, id, ["Alex"], ["world:1,64,1"]);

const alerts = [];
const stop = plugin.on("alert", (alert) => alerts.push(alert.type));
bea.slots[0] = { ...stack };
tagAndLog(plugin, bea, new FakeItem(bea.slots[0]), "PICKUP", bea.location());
checkForDuplicates(plugin, id, bea);
while (!alerts.includes("DUPLICATE_ITEM")) await new Promise((resolve) => setTimeout(resolve, 50));
stop();
const [record] = await plugin.cases({ itemId: id }, 10);
assert.equal(record.type, "DUPLICATE_ITEM");
assert.equal((await new MemoryStore({ serverName: "other" }).counts()).transfers, 0);
await running.stop();
clearInterval(ticking);
assert.equal(runningDoubletake(), undefined);
console.log("everything was as it should be");
