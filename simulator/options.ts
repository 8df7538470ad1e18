import { parseArgs } from "node:util";
import { DEFAULT_DETECTORS, DETECTORS } from "./detectors/index.ts";
import type { Knobs } from "./knobs.ts";
import { NETWORK_MUTANTS } from "./network/network-mutants.ts";
import { isPreset, NETWORK_PRESET, PRESETS, type PresetName } from "./presets.ts";

export interface SimOptions {
  readonly preset: PresetName | typeof NETWORK_PRESET;
  readonly seed: number;
  readonly acts: number;
  /** False if `acts` is only the default. */
  readonly isActsGiven: boolean;
  readonly detectors: readonly string[];
  readonly isJson: boolean;
  readonly htmlFile: string | undefined;
  readonly streamFile: string | undefined;
  readonly truthFile: string | undefined;
  readonly traceId: string | undefined;
  /** For the preset `network`: the name of the careless part. */
  readonly mutant: string | undefined;
  readonly isFull: boolean;
  readonly complaints: number;
  readonly knobs: Partial<Knobs>;
}

type Parsed =
  | { readonly kind: "run"; readonly options: SimOptions }
  | { readonly kind: "help" }
  | { readonly kind: "problem"; readonly problem: string };

const DEFAULT_ACTS = "100000";

export const HELP = `Simulates a game server with known duplicates, and measures detectors on it.

  npm run sim -- [options]

  --preset NAME       ${Object.keys(PRESETS).join(", ")} (default: busy); or
                      ${NETWORK_PRESET}: several servers on one database, with Doubletake on each
  --seed N            which world (default: 1)
  --acts N            honest acts to simulate (default: ${DEFAULT_ACTS})
  --detectors A,B     what to measure (default: ${DEFAULT_DETECTORS.join(",")})
                      known: ${Object.keys(DETECTORS)
                        .filter((name) => !name.startsWith("mutant-"))
                        .join(", ")}, mutant-...
  --remove            duplicates are taken away (default: only reported)
  --keep RULE         which copy stays: unbroken (default) or oldest
  --json              one JSON object on the last line
  --html FILE         also writes a page with charts
  --stream FILE       also writes what a detector is told and can see, tick by tick, one JSON object a line
  --truth FILE        also writes what is true, likewise
  --trace ID          tells what happened to one item id, step by step
  --mutant NAME       network only: one part of the protocol is careless (${NETWORK_MUTANTS.map(({ name }) => name).join(", ")})
  --complaints N      prints the first N faults of each detector, with the reason
  --full              3 million honest acts (or --acts) over all presets; fails when a family has fewer than 20 due events
  --help              this text`;

/** Reads the command line. For bad input it returns a text that says what to write instead. */
export function parseOptions(args: readonly string[]): Parsed {
  let values: ReturnType<typeof read>;
  try {
    values = read(args);
  } catch (error) {
    return { kind: "problem", problem: (error as Error).message };
  }
  if (values.help) return { kind: "help" };
  const { preset } = values;
  if (!isPreset(preset) && preset !== NETWORK_PRESET) {
    return {
      kind: "problem",
      problem: `There is no preset "${preset}". There are ${Object.keys(PRESETS).join(", ")}, ${NETWORK_PRESET}.`,
    };
  }
  const seed = wholeNumber(values.seed);
  const acts = wholeNumber(values.acts ?? DEFAULT_ACTS);
  const complaints = wholeNumber(values.complaints);
  if (seed === undefined) return { kind: "problem", problem: `--seed must be a whole number, not "${values.seed}".` };
  if (acts === undefined || acts < 1) {
    return { kind: "problem", problem: `--acts must be a whole number above 0, not "${values.acts}".` };
  }
  if (complaints === undefined) return { kind: "problem", problem: "--complaints must be a whole number." };
  const detectors = values.detectors?.split(",").map((name) => name.trim()) ?? defaultDetectors(preset);
  const unknown = detectors.find((name) => !Object.hasOwn(DETECTORS, name));
  if (unknown !== undefined) {
    return {
      kind: "problem",
      problem: `There is no detector "${unknown}". There are ${Object.keys(DETECTORS).join(", ")}.`,
    };
  }
  if (values.keep !== "oldest" && values.keep !== "unbroken") {
    return { kind: "problem", problem: `--keep is "unbroken" or "oldest", not "${values.keep}".` };
  }
  const onlyAlone = values.stream ?? values.truth ?? values.html;
  if (preset === NETWORK_PRESET && (values.full || onlyAlone !== undefined)) {
    return {
      kind: "problem",
      problem:
        "--preset network is a run of its own: it goes with --seed, --acts, --remove, --keep, --mutant, --trace, --json and --complaints.",
    };
  }
  if (values.mutant !== undefined && !NETWORK_MUTANTS.some(({ name }) => name === values.mutant)) {
    return { kind: "problem", problem: `There is no mutant "${values.mutant}" of the network's protocol.` };
  }
  if (values.full && (values.stream ?? values.truth) !== undefined) {
    return { kind: "problem", problem: "--stream and --truth write down one preset, not a --full run." };
  }
  const knobs = { isRemoving: values.remove, keepsOldest: values.keep === "oldest" };
  return {
    kind: "run",
    options: {
      preset,
      seed,
      acts,
      isActsGiven: values.acts !== undefined,
      detectors,
      isJson: values.json,
      htmlFile: values.html,
      streamFile: values.stream,
      truthFile: values.truth,
      traceId: values.trace?.toLowerCase(),
      mutant: values.mutant,
      isFull: values.full,
      complaints,
      knobs,
    },
  };
}

function read(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    strict: true,
    options: {
      preset: { type: "string", default: "busy" },
      seed: { type: "string", default: "1" },
      acts: { type: "string" },
      detectors: { type: "string" },
      remove: { type: "boolean", default: false },
      keep: { type: "string", default: "unbroken" },
      json: { type: "boolean", default: false },
      html: { type: "string" },
      stream: { type: "string" },
      truth: { type: "string" },
      trace: { type: "string" },
      complaints: { type: "string", default: "0" },
      mutant: { type: "string" },
      full: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  }).values;
}

function defaultDetectors(preset: SimOptions["preset"]): readonly string[] {
  return preset === "goods" ? ["doubletake"] : DEFAULT_DETECTORS;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
