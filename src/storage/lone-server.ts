import { NETWORK_PROTOCOL, type NetworkQuestions, VERSION } from "../core/model/records.ts";

/** The network's questions in a database that one server has to itself: it is the network. */
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
    // Nobody else wants to know.
    heartbeat: async () => undefined,
    // It runs.
    retireServer: async () => false,
    playerJoined: async () => ({ awaited: [] }),
    playerLeft: async () => undefined,
    // Custody is nobody else's.
    openDispute: async () => undefined,
    openDisputes: async () => [],
    changeDispute: async () => undefined,
  };
}
