import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  allChannels,
  CONFIG_FILE,
  type Config,
  checkChannel,
  checkMessages,
  checkValues,
  connectionOptions,
  errorText,
  holdsSecrets,
  isReadableByOthers,
  MESSAGES_FILE,
  readConfig,
  shownKey,
} from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readText, type Setup, withReader } from "../setup.ts";

interface Found {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

export const checkCommand: CommandSpec = {
  name: "check",
  summary: "checks config.yml and messages.yml",
  words: [],
  options: {},
  about:
    "Reads config.yml and messages.yml as a server would, and says everything that is wrong with them, each with its file and line. Exit code 1 if anything is. Nothing is changed, and no secret is shown.",
  example: "doubletake check --dir ./server && echo good",
  hasJson: true,
  async run({ readSetup, output }) {
    const found = await everything(readSetup());
    output.json({ complaints: found });
    for (const { file, line, problem } of found) output.line(`${file}:${line}: ${problem}`);
    if (found.length === 0) output.line(output.paint("green", "No problems found."));
    return found.length === 0 ? 0 : 1;
  },
};

async function everything(setup: Setup): Promise<Found[]> {
  const { folder, config } = setup;
  const file = join(folder, CONFIG_FILE);
  return [
    ...inConfig(file, await knownWorlds(setup)),
    ...inMessages(join(folder, MESSAGES_FILE)),
    ...inChannels(file, config),
    ...inRights(file, config),
  ];
}

/** If the store cannot be read, no world is reported as unknown. */
async function knownWorlds(setup: Setup): Promise<readonly string[]> {
  return withReader(setup, (reader) => reader.worlds()).catch(() => []);
}

/** A missing file means the default of every setting, which is fine. */
function inConfig(file: string, worlds: readonly string[]): Found[] {
  if (!existsSync(file)) return [];
  const text = readText(file);
  return [...readConfig(text).complaints, ...checkValues(text, worlds)].map(({ line, key, problem, instead }) => ({
    file,
    line,
    problem: `${key ? `${shownKey(key)} ` : ""}${problem}; ${instead}`,
  }));
}

function inMessages(file: string): Found[] {
  if (!existsSync(file)) return [];
  return checkMessages(readText(file)).map((complaint) => ({ file, ...complaint }));
}

/** Channels and engines that are enabled but lack a setting they need. */
function inChannels(file: string, config: Config): Found[] {
  const text = existsSync(file) ? readText(file) : "";
  const found: Found[] = [];
  for (const channel of allChannels(config.notifications)) {
    const state = checkChannel(channel);
    if (state.kind !== "incomplete") continue;
    const what = state.problem === "empty" ? "is empty" : "is not a web address";
    const problem = `"notifications.${channel.name}.${state.key}" ${what}, but the channel ${channel.name} is enabled; nothing is sent to it`;
    found.push({ file, line: lineOf(text, channel.name, state.key), problem });
  }
  const { engine, postgresUrl } = config.storage;
  const problem = engine === "postgres" ? addressProblem(postgresUrl) : undefined;
  if (problem !== undefined) found.push({ file, line: lineOf(text, "storage", "postgres-url"), problem });
  return found;
}

function addressProblem(url: string): string | undefined {
  if (url === "") return '"storage.postgres-url" is empty, but the engine is postgres';
  try {
    connectionOptions(url, "doubletake check");
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** The line of the key in its section, or of the section if the key is missing. */
function lineOf(text: string, section: string, key: string): number {
  const lines = text.split("\n");
  const find = (name: string, from: number): number =>
    lines.findIndex((line, at) => at >= from && new RegExp(`^\\s*["']?${name}["']?\\s*:`).test(line));
  const start = find(section, 0);
  if (start < 0) return 1;
  const found = find(key, start);
  return (found < 0 ? start : found) + 1;
}

/** The server warns of this at its start, too. */
function inRights(file: string, config: Config): Found[] {
  if (!existsSync(file) || !holdsSecrets(config) || !isReadableByOthers(file)) return [];
  return [
    { file, line: 1, problem: `holds secrets and can be read by every user of this machine; run: chmod 600 ${file}` },
  ];
}
