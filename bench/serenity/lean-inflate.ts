import zlib from "node:zlib";

const CHUNK_BYTES = 16 * 1024;

/**
 * bedrock-protocol makes half a megabyte of room for every packet that it unpacks. Players have machines of their own; here
 * that memory and its collection would take the processor from the server that is measured.
 */
export function inflateInSmallChunks(): void {
  const inflate = zlib.inflateRawSync;
  const lean: typeof inflate = (buffer, options) => inflate(buffer, { ...options, chunkSize: CHUNK_BYTES });
  (zlib as { inflateRawSync: typeof inflate }).inflateRawSync = lean;
}
