import { copyStore, type EngineConfig, engineConfig } from "../../operators.ts";
import { Refusal } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import type { Setup } from "../setup.ts";
import { count } from "../terminal/table.ts";

const ENGINES = ["sqlite", "postgres"] as const;

export const migrateCommand: CommandSpec = {
  name: "migrate",
  summary: "copies the store to the other engine (SQLite, PostgreSQL)",
  words: [],
  options: { to: { value: "<engine>", about: "the engine to copy to", choices: ENGINES, isRequired: true } },
  about:
    "Copies everything from SQLite to PostgreSQL, or back: storage.postgres-url of config.yml names the one, tracker.db in the plugin folder is the other. Stop the game server first. If it is interrupted, run it again: it goes on where it stopped. At the end both sides are counted and compared. The source stays as it is; afterwards set storage.engine in config.yml.",
  example: "doubletake migrate --to postgres",
  hasJson: true,
  async run({ options, readSetup, output }) {
    const setup = readSetup();
    const target = options.to as (typeof ENGINES)[number];
    const [from, to] = [engineOf(setup, target === "postgres" ? "sqlite" : "postgres"), engineOf(setup, target)];
    const bar = output.progress();
    const counts = await copyStore({ from, to, onCopied: ({ what, done, total }) => bar.show(what, done, total) });
    bar.end();
    output.json({ from: from.engine, to: to.engine, counts });
    output.table(counts, [
      ["", ({ what }) => what],
      [from.engine, ({ source }) => count(source)],
      [to.engine, ({ target: copied }) => count(copied)],
    ]);
    output.line();
    output.line(`Everything was copied. Set  storage.engine: ${to.engine}  in config.yml, then start the server.`);
    return 0;
  },
};

/** The same folder and server name, with this engine. */
function engineOf({ config, folder }: Setup, engine: (typeof ENGINES)[number]): EngineConfig {
  if (engine === "postgres" && config.storage.postgresUrl === "") {
    throw new Refusal("storage.postgres-url in config.yml is empty: write the database's address there first.");
  }
  return engineConfig({ ...config, storage: { ...config.storage, engine } }, folder);
}
