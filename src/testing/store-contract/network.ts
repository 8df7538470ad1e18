import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { CRASH_NOTE, NETWORK_PROTOCOL, type Store, type StoreWake, VERSION } from "../../core/index.ts";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenSharedStore, type OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);
const CHEST = "block:world:1,64,-7";
const OTHER = "other-server";

interface TwoServers {
  /** Opened as `CONTRACT_SERVER`. */
  readonly here: Store;
  /** Opened as `other-server`, on the same database. */
  readonly there: Store;
  readonly beside: (serverName: string) => Promise<Store>;
}

export async function twoServers(open: OpenSharedStore, context: TestContext): Promise<TwoServers> {
  const { store: here, beside } = await open(context);
  return { here, there: await beside(OTHER), beside };
}

/** What every server knows of itself. */
export function ownServerContract(open: OpenStore): void {
  describe("the server itself", () => {
    it("knows itself as a server", async (context) => {
      const { store } = await open(context);
      await store.heartbeat({ lagRows: 3, isStopping: false });
      const [me, ...others] = await store.servers();
      assert.deepEqual(others, []);
      assert.equal(me?.name, CONTRACT_SERVER);
      assert.equal(me.protocol, NETWORK_PROTOCOL);
      assert.equal(me.version, VERSION);
      assert.ok(me.epoch >= 1 && me.silentMs >= 0);
      assert.deepEqual([me.isThisOne, me.isRunning, me.isStoppedCleanly, me.isRetired], [true, true, false, false]);
      assert.equal(store.serverName, CONTRACT_SERVER);
      assert.equal(await store.retireServer(CONTRACT_SERVER), false);
    });
  });
}

/** What servers know of each other, and which of them has custody. */
export function networkContract(open: OpenSharedStore): void {
  describe("network", () => {
    it("lists all servers by name, with their lag, and which is asked", async (context) => {
      const { here, there } = await twoServers(open, context);
      await there.heartbeat({ lagRows: 7, isStopping: false });
      const told = (await here.servers()).map(({ name, isThisOne, lagRows }) => ({ name, isThisOne, lagRows }));
      assert.deepEqual(told, [
        { name: CONTRACT_SERVER, isThisOne: true, lagRows: 0 },
        { name: OTHER, isThisOne: false, lagRows: 7 },
      ]);
    });

    it("tells a clean stop from one without a word, and counts how often a name was taken", async (context) => {
      const { here, there, beside } = await twoServers(open, context);
      const other = async () => (await here.servers()).find(({ name }) => name === OTHER)!;
      const { epoch, instance, crashNoticedMs } = await other();
      assert.equal(crashNoticedMs, undefined);
      await there.writeNote(CRASH_NOTE, String(NOON));
      await there.heartbeat({ lagRows: 0, isStopping: true });
      assert.equal((await other()).crashNoticedMs, NOON);
      await there.close();
      await until(async () => !(await other()).isRunning);
      assert.equal((await other()).isStoppedCleanly, true);
      const again = await beside(OTHER);
      const started = await other();
      assert.deepEqual(
        [started.isRunning, started.isStoppedCleanly, started.epoch, started.instance],
        [true, false, epoch + 1, instance],
      );
      await again.close();
      await until(async () => !(await other()).isRunning);
      assert.equal((await other()).isStoppedCleanly, false);
      assert.equal(await here.retireServer(OTHER), true);
      assert.equal((await other()).isRetired, true);
      assert.equal(await here.retireServer("unknown"), false);
    });

    it("refuses to retire a server that runs", async (context) => {
      const { here } = await twoServers(open, context);
      assert.equal(await here.retireServer(OTHER), false);
    });

    it("keeps claims and notes of each server apart", async (context) => {
      const { here, there } = await twoServers(open, context);
      await here.writeNote("key", "here");
      await here.saveClaim({
        itemId: itemId(1),
        place: CHEST,
        kind: "dark",
        openedMs: NOON,
        copies: [],
      });
      assert.equal(await there.readNote("key"), undefined);
      assert.deepEqual(await there.openClaims(), []);
    });

    it("does not let one server's row move custody that another has, and says so: a late replay changes nothing", async (context) => {
      const { here, there } = await twoServers(open, context);
      const told = wakes(there);
      await here.append(batchOf(kept(1, CHEST, NOON)));
      await here.counts();
      const [before] = await here.custodyOf([itemId(1)]);
      // Later by the clock, and from the same coordinates: neither counts.
      await there.append(batchOf(kept(1, CHEST, NOON + 60_000), kept(2, CHEST, NOON + 60_000)));
      assert.deepEqual(await there.custodyOf([itemId(1)]), [before]);
      assert.equal(before?.server, CONTRACT_SERVER);
      const [own] = await here.custodyOf([itemId(2)]);
      assert.equal(own?.server, OTHER);
      await until(async () => told.some(({ kind }) => kind === "foreign"));
      assert.deepEqual(told, [{ kind: "foreign", custody: [before] }]);
      assert.deepEqual(
        (await here.custodyAt(CHEST)).map((custody) => custody.itemId),
        [itemId(1)],
      );
      assert.deepEqual(
        (await there.custodyAt(CHEST)).map((custody) => custody.itemId),
        [itemId(2)],
      );
    });

    it("hands over what a player carries, in one step, and nothing else", async (context) => {
      const { here, there } = await twoServers(open, context);
      assert.deepEqual(await here.playerJoined(ALEX, true), { awaited: [] });
      await here.append(
        batchOf(
          kept(1, `player:${ALEX}`, NOON),
          kept(2, `ender:${ALEX}`, NOON),
          kept(3, CHEST, NOON),
          kept(4, `player:${playerId(2)}`, NOON),
        ),
      );
      await here.counts();
      const ownerOf = async (n: number) => {
        const [custody] = await here.custodyOf([itemId(n)]);
        return `${custody?.server} ${custody?.version}`;
      };
      // The leaving record has not arrived: nothing is believed.
      assert.deepEqual(await there.playerJoined(ALEX, true), { awaited: [CONTRACT_SERVER] });
      assert.equal(await ownerOf(1), `${CONTRACT_SERVER} 1`);
      await here.playerLeft(ALEX);
      await here.counts();
      assert.deepEqual(await there.playerJoined(ALEX, false), { awaited: [] });
      assert.equal(await ownerOf(1), `${OTHER} 2`);
      assert.equal(await ownerOf(2), `${CONTRACT_SERVER} 1`);
      assert.deepEqual(await there.playerJoined(ALEX, true), { awaited: [] });
      assert.equal(await ownerOf(2), `${OTHER} 2`);
      assert.equal(await ownerOf(3), `${CONTRACT_SERVER} 1`);
      assert.equal(await ownerOf(4), `${CONTRACT_SERVER} 1`);
      // And back again; what was carried stays where and whose it was.
      await there.playerLeft(ALEX);
      await there.counts();
      await here.playerJoined(ALEX, true);
      const [custody] = await there.custodyOf([itemId(1)]);
      const expected = { place: `player:${ALEX}`, holderId: ALEX, server: CONTRACT_SERVER, version: 3 };
      assert.deepEqual(custody, { ...custody, ...expected });
    });

    it("lets one of two servers wait for the other when a player joins both at once", async (context) => {
      const { here, there } = await twoServers(open, context);
      for (let time = 1; time <= 40; time++) {
        const joins = [here, there].map((server) => server.playerJoined(ALEX, true));
        const awaited = (await Promise.all(joins)).flatMap((join) => join.awaited);
        assert.ok(awaited.length > 0, "or both take the player for theirs alone, and compare nothing");
        await Promise.all([here, there].map((server) => server.playerLeft(ALEX)));
      }
    });

    it("waits for nobody on a server that stopped cleanly or was started anew", async (context) => {
      const { here, there, beside } = await twoServers(open, context);
      await there.playerJoined(ALEX, true);
      await there.heartbeat({ lagRows: 0, isStopping: true });
      assert.deepEqual(await here.playerJoined(ALEX, true), { awaited: [] });
      await there.close();
      const again = await beside(OTHER);
      await again.playerJoined(ALEX, true);
      await again.close();
      assert.deepEqual(await here.playerJoined(ALEX, true), { awaited: [OTHER] });
      await beside(OTHER);
      assert.deepEqual(await here.playerJoined(ALEX, true), { awaited: [] });
    });
  });
}

function kept(n: number, place: string, at: number) {
  const by = /^(?:player|ender):(.*)/.exec(place)?.[1] ?? ALEX;
  return { kept: itemId(n), by, place, where: "world:1,64,-7", at } as const;
}

/** Collects what the store tells from here on. */
export function wakes(store: Store): StoreWake[] {
  const told: StoreWake[] = [];
  store.onWake?.((wake) => told.push(wake));
  return told;
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
