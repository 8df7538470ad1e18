import type { ArchiveParts } from "../../archive/files/archive-columns.ts";
import type { Statements } from "../connection.ts";

/** A transfer with its references, as it is stored. */
export interface StoredTransfer {
  readonly item: number;
  readonly player: number;
  readonly world: number;
  readonly action: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface World {
  readonly name: string;
  readonly server: string;
  /** The rows' `x` refers to an action and a location that are kept as text. */
  readonly isUnusual: boolean;
}

type Texts = Pick<ArchiveParts, "playerId" | "action" | "world" | "x" | "y" | "z" | "server">;

/** So many texts of a kind are kept at most. */
const MAX_KEPT = 100_000;

/** What the references in transfers stand for. Joining ten million rows with their texts in the database takes three times as long as reading them. */
export class ArchiveTexts {
  readonly #to: Statements;
  readonly #players = new Map<number, string>();
  readonly #worlds = new Map<number, World>();
  readonly #actions = new Map<number, string>();
  readonly #unusual = new Map<number, Pick<Texts, "action" | "world">>();

  constructor(to: Statements) {
    this.#to = to;
  }

  /** Looks up what these rows refer to, as far as it is not known yet. */
  async learn(rows: readonly StoredTransfer[]): Promise<void> {
    await this.#learn(this.#players, refsIn(rows, "player"), PLAYERS, ({ uuid }) => uuid as string);
    await this.#learn(this.#actions, refsIn(rows, "action"), ACTIONS, ({ name }) => name as string);
    await this.#learn(this.#worlds, refsIn(rows, "world"), WORLDS, (row) => ({
      name: row.name as string,
      server: row.server as string,
      isUnusual: row.is_unusual as boolean,
    }));
    const unusual = rows.filter(({ world }) => this.#worlds.get(world)?.isUnusual);
    await this.#learn(this.#unusual, refsIn(unusual, "x"), UNUSUAL, ({ action, location }) => ({
      action: action as string,
      world: location as string,
    }));
  }

  /** Only for rows among those learnt last. */
  of({ player, world: worldRef, action, x, y, z }: StoredTransfer): Texts {
    const { name, server, isUnusual } = this.#worlds.get(worldRef) as World;
    const playerId = this.#players.get(player) as string;
    if (!isUnusual) return { playerId, action: this.#actions.get(action) as string, world: name, x, y, z, server };
    const { action: text, world } = this.#unusual.get(x) as Pick<Texts, "action" | "world">;
    return { playerId, action: text, world, x: null, y: null, z: null, server };
  }

  async #learn<Text>(
    known: Map<number, Text>,
    refs: ReadonlySet<number>,
    question: string,
    read: (row: Record<string, unknown>) => Text,
  ): Promise<void> {
    if (known.size > MAX_KEPT) known.clear();
    const unknown = [...refs].filter((ref) => !known.has(ref));
    if (unknown.length === 0) return;
    for (const row of await this.#to.query(question, [unknown])) known.set(Number(row.ref), read(row));
  }
}

function refsIn(rows: readonly StoredTransfer[], column: keyof StoredTransfer): ReadonlySet<number> {
  return new Set(rows.map((row) => row[column]));
}

const PLAYERS = "SELECT ref, uuid::text AS uuid FROM dt_players WHERE ref = ANY ($1::integer[])";
/** Rows whose action is kept as text refer to none. */
const ACTIONS = "SELECT ref, name FROM dt_actions WHERE ref = ANY ($1::integer[])";
const WORLDS = `
  SELECT w.ref, w.name, w.is_unusual, s.name AS server FROM dt_worlds AS w JOIN dt_servers AS s ON s.ref = w.server
  WHERE w.ref = ANY ($1::integer[])`;
const UNUSUAL = "SELECT ref, action, location FROM dt_unusual WHERE ref = ANY ($1::integer[])";
