import type { ArchiveParts } from "../../archive/files/archive-columns.ts";
import type { Statements } from "../connection.ts";
import type { StoredRow } from "./stored-rows.ts";

interface World {
  readonly name: string;
  readonly server: string;
  /** The rows' `x` refers to an action and a location that are kept as text. */
  readonly isUnusual: boolean;
}

/** So many texts of a kind are kept at most. */
const MAX_KEPT = 100_000;

/** What the references in transfers stand for. Joining ten million rows with their texts in the database takes three times as long as reading them. */
export class ArchiveTexts {
  readonly #to: Statements;
  readonly #players = new Map<number, string>();
  readonly #worlds = new Map<number, World>();
  readonly #actions = new Map<number, string>();
  readonly #unusual = new Map<number, Pick<ArchiveParts, "action" | "world">>();

  constructor(to: Statements) {
    this.#to = to;
  }

  /** Looks up what these rows refer to, as far as it is not known yet. */
  async learn(rows: readonly StoredRow[]): Promise<void> {
    await this.#learn(this.#players, rows, "player", PLAYERS, ({ uuid }) => uuid as string);
    await this.#learn(this.#actions, rows, "action", ACTIONS, ({ name }) => name as string);
    await this.#learn(this.#worlds, rows, "world", WORLDS, (row) => ({
      name: row.name as string,
      server: row.server as string,
      isUnusual: row.is_unusual as boolean,
    }));
    const unusual = rows.filter(({ world }) => this.#worlds.get(world)?.isUnusual);
    await this.#learn(this.#unusual, unusual, "x", UNUSUAL, ({ action, location }) => ({
      action: action as string,
      world: location as string,
    }));
  }

  /** Returns the row as the archive has it. Only for rows among those learnt last. */
  partsOf({ itemId, timestampMs, player, world: worldRef, action, x, y, z }: StoredRow, nth: number): ArchiveParts {
    const { name: world, server, isUnusual } = this.#worlds.get(worldRef) as World;
    const playerId = this.#players.get(player) as string;
    if (isUnusual) {
      const texts = this.#unusual.get(x) as Pick<ArchiveParts, "action" | "world">;
      return { itemId, timestampMs, nth, playerId, ...texts, x: null, y: null, z: null, server };
    }
    return { itemId, timestampMs, nth, playerId, action: this.#actions.get(action) as string, world, x, y, z, server };
  }

  async #learn<Text>(
    known: Map<number, Text>,
    rows: readonly StoredRow[],
    column: "player" | "action" | "world" | "x",
    question: string,
    read: (row: Record<string, unknown>) => Text,
  ): Promise<void> {
    if (known.size > MAX_KEPT) known.clear();
    const unknown = new Set<number>();
    for (const { [column]: ref } of rows) if (!known.has(ref)) unknown.add(ref);
    if (unknown.size === 0) return;
    for (const row of await this.#to.query(question, [[...unknown]])) known.set(Number(row.ref), read(row));
  }
}

const PLAYERS = "SELECT ref, uuid::text AS uuid FROM dt_players WHERE ref = ANY ($1::integer[])";
/** Rows whose action is kept as text refer to none. */
const ACTIONS = "SELECT ref, name FROM dt_actions WHERE ref = ANY ($1::integer[])";
const WORLDS = `
  SELECT w.ref, w.name, w.is_unusual, s.name AS server FROM dt_worlds AS w JOIN dt_servers AS s ON s.ref = w.server
  WHERE w.ref = ANY ($1::integer[])`;
const UNUSUAL = "SELECT ref, action, location FROM dt_unusual WHERE ref = ANY ($1::integer[])";
