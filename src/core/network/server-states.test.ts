import assert from "node:assert/strict";
import { it } from "node:test";
import { NETWORK_PROTOCOL, type ServerRecord } from "../model/network-questions.ts";
import { type ServerState, Servers, stateOf } from "./server-states.ts";

const server = (facts: Partial<ServerRecord>): ServerRecord => ({
  name: "a",
  instance: "a",
  epoch: 1,
  protocol: NETWORK_PROTOCOL,
  version: "1.1.0",
  silentMs: 0,
  isRunning: true,
  isStoppedCleanly: false,
  isRetired: false,
  lagRows: 0,
  isThisOne: false,
  ...facts,
});

it("what a server's silence means", () => {
  const cases: [Partial<ServerRecord>, ServerState][] = [
    [{}, "fresh"],
    [{ silentMs: 60_000 }, "partitioned"],
    [{ isRunning: false, isStoppedCleanly: true }, "stopped"],
    [{ isRunning: false }, "unclean"],
    [{ protocol: NETWORK_PROTOCOL - 1 }, "older"],
    [{ isRetired: true, isRunning: false }, "retired"],
  ];
  for (const [facts, state] of cases) assert.equal(stateOf(server(facts)), state);
});

it("a server is alone when all others are retired, and not before anybody knows", () => {
  const servers = new Servers();
  assert.equal(servers.hasOthers, true);
  servers.update([server({ isThisOne: true })]);
  assert.equal(servers.hasOthers, false);
  servers.update([server({ isThisOne: true }), server({ name: "b", isRetired: true })]);
  assert.equal(servers.hasOthers, false);
  servers.update([server({ isThisOne: true }), server({ name: "b", instance: "a" })]);
  assert.equal(servers.hasOthers, true);
  assert.equal(servers.sharesWorldWith("b"), true);
  assert.equal(servers.sharesWorldWith("a"), false);
});
