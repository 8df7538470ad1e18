import zlib from "node:zlib";
import { answerForCrowd } from "../server/crowd.ts";
import { BusyBedrockClient } from "./busy-client.ts";

const CHUNK_BYTES = 16 * 1024;

inflateInSmallChunks();
answerForCrowd((name, port, seed) => BusyBedrockClient.join(name, port, seed));

/**
 * bedrock-protocol allocates half a megabyte for every packet that it unpacks. Real players have their own machines; here that
 * memory and its collection would take processor time from the measured server.
 */
function inflateInSmallChunks(): void {
  const inflate = zlib.inflateRawSync;
  const lean: typeof inflate = (buffer, options) => inflate(buffer, { ...options, chunkSize: CHUNK_BYTES });
  (zlib as { inflateRawSync: typeof inflate }).inflateRawSync = lean;
}
