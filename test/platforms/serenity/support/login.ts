import { type KeyObject, sign } from "node:crypto";
import { createRequire } from "node:module";
import { skipHeavyPackets } from "./heavy-packets.ts";
import { RakClient } from "./rak-client.ts";
import { patienceMs } from "./wait.ts";

/** The part of bedrock-protocol's client that we use; its own types are older than its code. */
export interface Connection {
  /** This player's runtime id; undefined until the server has said it. */
  readonly entityId: bigint;
  readonly startGameData: { player_position: { x: number; y: number; z: number }; entity_id: bigint };
  on(event: string, listener: (packet: never) => void): this;
  once(event: string, listener: (packet: never) => void): this;
  off(event: string, listener: (packet: never) => void): this;
  /** Serialises and sends at once. */
  write(name: string, params: object): void;
  /** Serialises now and sends with the next batch: packets queued together reach the server in one frame. */
  queue(name: string, params: object): void;
  /** Ends the RakNet session, as a real client does when its player leaves. */
  close(): void;
  readonly connection: RakClient;
}

export interface LoginOptions {
  port: number;
  name: string;
  /** The account's uuid as the client claims it. Absent: derived from the name, the same at every login. */
  uuid?: string;
  /** Chunks around the player that the client asks for. */
  viewDistance?: number;
  /** The client is still loading the world until then. Absent: it has loaded it at once. */
  loaded?: Promise<void>;
}

interface LoginInternals extends Connection {
  options: { autoInitPlayer?: boolean };
  onPlayStatus(packet: { status: string }): void;
  username: string;
  profile: { name: string; uuid: string };
  ecdhKeyPair: { privateKey: KeyObject };
  clientX509: string;
  clientIdentityChain: string;
  multiplayerToken: string;
  createClientChain(): void;
  createClientUserChain(privateKey: KeyObject): void;
}

const LARGE_BYTES = 16 * 1024;
const REMEMBERED_PACKETS = 4;

const require = createRequire(import.meta.url);
compileProtocolOnce();
makeKeysOnce();
useOwnRakNet();
const bedrock = require("bedrock-protocol") as { createClient(options: object): LoginInternals };

/** Starts to log in to a server in offline mode; the caller waits for "spawn", "kick" or "error". */
export function openConnection(options: LoginOptions): Connection {
  const viewDistance = options.viewDistance ?? 4;
  const client = bedrock.createClient({
    host: "127.0.0.1",
    port: options.port,
    username: options.name,
    offline: true,
    version: "1.26.20",
    skipPing: true,
    viewDistance,
    conLog: null,
    // By default the client gives up silently if the server has not answered in time, and the test waits for the player in vain.
    connectTimeout: patienceMs,
    // A client that says 0 gets no chunks from Serenity 0.8.21. The skin's picture would be most of a login.
    skinData: { MaxViewDistance: viewDistance, SkinData: "", SkinGeometryData: "" },
    autoInitPlayer: options.loaded === undefined,
  });
  options.loaded?.then(() => {
    client.options.autoInitPlayer = true;
    client.onPlayStatus({ status: "player_spawn" });
  });
  skipHeavyPackets(client);
  client.createClientChain = () => {
    client.clientIdentityChain = selfSignedIdentity(client, options.uuid ?? client.profile.uuid);
    client.multiplayerToken = "";
    client.createClientUserChain(client.ecdhKeyPair.privateKey);
  };
  return client;
}

/** The form of an offline identity that Serenity 0.8.21 reads; bedrock-protocol 3.59 sends a newer one. */
function selfSignedIdentity(client: LoginInternals, uuid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: "ES384", x5u: client.clientX509 };
  const payload = {
    extraData: { displayName: client.username, identity: uuid, titleId: "89692877", XUID: "0" },
    certificateAuthority: true,
    identityPublicKey: client.clientX509,
    iss: "self",
    nbf: now - 60,
    exp: now + 3600,
  };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const key = { key: client.ecdhKeyPair.privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${signed}.${sign("sha384", Buffer.from(signed), key).toString("base64url")}`;
}

interface Packets {
  parsePacketBuffer(packet: Buffer): object;
}

/**
 * bedrock-protocol 3.59 compiles the protocol twice for every client, which takes a third of a second. The compiled readers and writers
 * keep no state of a connection, so all clients of a process can share one pair. Large packets, such as the list of items, are the
 * same for every player, so the last ones are not parsed again.
 */
function compileProtocolOnce(): void {
  const transforms = require("bedrock-protocol/src/transforms/serializer") as Record<
    string,
    (version: string) => Packets
  >;
  for (const name of ["createSerializer", "createDeserializer"]) {
    const create = transforms[name]!;
    const made = new Map<string, Packets>();
    transforms[name] = (version) => {
      const compiled = made.get(version) ?? create(version);
      if (!made.has(version)) rememberLargePackets(compiled);
      made.set(version, compiled);
      return compiled;
    };
  }
}

function rememberLargePackets(reader: Packets): void {
  const parse = reader.parsePacketBuffer?.bind(reader);
  const lately: { packet: Buffer; parsed: object }[] = [];
  reader.parsePacketBuffer = (packet) => {
    if (packet.length < LARGE_BYTES) return parse(packet);
    const known = lately.find((candidate) => candidate.packet.equals(packet));
    if (known) return known.parsed;
    const parsed = parse(packet);
    if (lately.unshift({ packet, parsed }) > REMEMBERED_PACKETS) lately.pop();
    return parsed;
  };
}

/** All clients of this process share their keys: an account is known by what its token claims. */
function makeKeysOnce(): void {
  const path = require.resolve("bedrock-protocol/src/handshake/keyExchange");
  const makeKeys = require(path) as (client: object) => void;
  const keys = {};
  makeKeys(keys);
  require.cache[path]!.exports = (client: object) => Object.assign(client, keys);
}

/** bedrock-protocol asks this module for its RakNet when it is loaded, and for every client. */
function useOwnRakNet(): void {
  const path = require.resolve("bedrock-protocol/src/rak");
  require(path);
  require.cache[path]!.exports = () => ({ RakClient });
}
