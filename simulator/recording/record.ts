import type { Knobs } from "../knobs.ts";
import { run } from "../run.ts";
import { LineFile } from "./line-file.ts";
import { StreamRecorder } from "./stream-recorder.ts";
import { TruthLog } from "./truth-log.ts";

interface RecordOptions {
  readonly knobs: Knobs;
  readonly seed: number;
  readonly acts: number;
  readonly streamFile: string | undefined;
  readonly truthFile: string | undefined;
}

/**
 * Writes down a world that no detector interferes with: its event stream with everything that can be looked at, and its truth.
 * The same seed and knobs give the same bytes. Returns one line for each file, with its hash.
 */
export async function record({ knobs, seed, acts, streamFile, truthFile }: RecordOptions): Promise<string[]> {
  const stream = streamFile === undefined ? undefined : new LineFile(streamFile);
  const truth = truthFile === undefined ? undefined : new LineFile(truthFile);
  let log: TruthLog | undefined;
  await run({
    knobs: { ...knobs, isRemoving: false },
    seed,
    acts,
    detector: stream === undefined ? "oracle" : (host) => new StreamRecorder(host, stream),
    onReady: (parts) => {
      if (truth !== undefined) log = new TruthLog(parts, truth);
    },
    onTickEnd: () => log?.tickEnd(),
  });
  log?.close();
  const said: string[] = [];
  for (const [path, file] of [
    [streamFile, stream],
    [truthFile, truth],
  ] as const) {
    if (file === undefined) continue;
    file.close();
    said.push(`${path}: ${file.lines} lines, hash ${file.hash}`);
  }
  return said;
}
