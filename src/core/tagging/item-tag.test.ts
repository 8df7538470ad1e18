import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { canonicalItemId } from "../model/item-id.ts";
import { ensureItemId, readItemId } from "./item-tag.ts";

const STORED = "0f8fad5b-d9cb-469f-a165-70867728950e";
const FRESH = "11111111-2222-4333-8444-555555555555";
const fresh = () => FRESH;

const sword = (overrides: Partial<FakeStack> = {}) => new FakeItem(fakeStack("diamond_sword", overrides));

/** Every stored text that is no id. */
const NO_IDS = ["", "   ", "sword", STORED.replaceAll("-", ""), `${STORED} `, `${STORED}0`];

describe("ensureUniqueId", () => {
  it("gives null for an item that is not there", () => {
    assert.equal(ensureItemId(null, fresh), null);
    assert.equal(ensureItemId(undefined, fresh), null);
  });

  it("gives null for a stackable item, and writes nothing to it", () => {
    for (const maxStackSize of [2, 16, 64]) {
      const item = sword({ maxStackSize, tag: STORED });
      const before = structuredClone(item.stack);
      assert.equal(ensureItemId(item, fresh), null);
      assert.deepEqual(item.stack, before);
    }
  });

  it("goes by the largest stack size of the type, not by the count", () => {
    assert.equal(ensureItemId(sword({ count: 3 }), fresh), FRESH);
    assert.equal(ensureItemId(new FakeItem(fakeStack("dirt", { count: 1 })), fresh), null);
    assert.equal(ensureItemId(sword({ maxStackSize: 0 }), fresh), null);
  });

  it("gives null for an item without metadata, and writes nothing to it", () => {
    const item = sword({ hasMetadata: false });
    assert.equal(ensureItemId(item, fresh), null);
    assert.equal(item.stack.tag, undefined);
  });

  it("makes a new id when nothing is stored", () => {
    const item = sword();
    assert.equal(ensureItemId(item, fresh), FRESH);
    assert.equal(item.stack.tag, FRESH);
  });

  it("makes a new id when the stored value is blank or no UUID", () => {
    for (const tag of NO_IDS) {
      const item = sword({ tag });
      assert.equal(ensureItemId(item, fresh), FRESH, tag);
      assert.equal(item.stack.tag, FRESH, tag);
    }
  });

  it("keeps a stored id that is valid, without writing", () => {
    const item = sword({ tag: STORED });
    item.writeTag = () => assert.fail("the id was written although it stood there already");
    assert.equal(ensureItemId(item, fresh), STORED);
  });

  it("takes an upper-case id for the same id, and writes it back in lower case", () => {
    const item = sword({ tag: STORED.toUpperCase() });
    assert.equal(ensureItemId(item, fresh), STORED);
    assert.equal(item.stack.tag, STORED);
  });

  it("gives ids that are valid UUIDs, different for every item", () => {
    const ids = new Set(Array.from({ length: 100 }, () => ensureItemId(sword(), randomUUID)));
    assert.equal(ids.size, 100);
    for (const id of ids) assert.equal(canonicalItemId(id), id);
  });
});

describe("getId", () => {
  it("gives null for an item that is not there, is stackable, or has no metadata", () => {
    assert.equal(readItemId(null), null);
    assert.equal(readItemId(undefined), null);
    assert.equal(readItemId(sword({ maxStackSize: 64, tag: STORED })), null);
    assert.equal(readItemId(sword({ hasMetadata: false, tag: STORED })), null);
  });

  it("gives null when nothing is stored, or no valid UUID", () => {
    assert.equal(readItemId(sword()), null);
    for (const tag of NO_IDS) assert.equal(readItemId(sword({ tag })), null, tag);
  });

  it("gives the stored id, in lower case", () => {
    assert.equal(readItemId(sword({ tag: STORED })), STORED);
    assert.equal(readItemId(sword({ tag: STORED.toUpperCase() })), STORED);
  });

  it("never changes an item", () => {
    for (const tag of [undefined, STORED, STORED.toUpperCase(), ...NO_IDS]) {
      const item = sword({ tag });
      readItemId(item);
      assert.deepEqual(item.stack, sword({ tag }).stack);
    }
  });
});
