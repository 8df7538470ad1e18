import { NETWORK_PROTOCOL, type NetworkQuestions, VERSION } from "../core/storage-face.ts";

/** Answers the network's questions for a database with a single server. */
export function loneServer(name: string): NetworkQuestions {
  return {
    servers: async () => [
      {
        name,
        instance: "",
        epoch: 1,
        protocol: NETWORK_PROTOCOL,
        version: VERSION,
        silentMs: 0,
        isRunning: true,
        isStoppedCleanly: false,
        isRetired: false,
        lagRows: 0,
        isThisOne: true,
      },
    ],
    // There is no other server to tell.
    heartbeat: async () => undefined,
    // A running server cannot be retired.
    retireServer: async () => false,
    playerJoined: async () => ({ awaited: [] }),
    playerLeft: async () => undefined,
    // No other server can have custody.
    openDispute: async () => undefined,
    openDisputes: async () => [],
    changeDispute: async () => undefined,
  };
}
