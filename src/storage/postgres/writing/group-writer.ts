import { type AppendResult, type Batch, type Custody, DoubletakeError } from "../../../core/storage-face.ts";
import { IdTable } from "../../id-table.ts";
import type { PostgresConnection } from "../connection.ts";
import { untilNotLost } from "../network/lost-against-another.ts";
import { fenced, type OwnServer } from "../network/servers.ts";
import { custodyOfOthers } from "../questions/custody-questions.ts";
import { addItems, findItems } from "../questions/items.ts";
import { integerArray } from "./binary-arrays.ts";
import { BEGIN_CUSTODY, MOVE_CUSTODY } from "./custody-columns.ts";
import { Dictionaries } from "./dictionaries.ts";
import { InsertionOrder } from "./insertion-order.ts";
import { groupRows, type RowGroup } from "./row-group.ts";
import { type ReferredBatch, referTexts } from "./text-refs.ts";
import { COPY_TRANSFERS } from "./transfer-columns.ts";

/** About 30 MB; beyond that, references are forgotten and looked up again. */
const MAX_ITEMS_REMEMBERED = 1_000_000;

/** Writes groups of batches for one server, over one session. */
export class GroupWriter {
  readonly #connection: PostgresConnection;
  readonly #own: OwnServer;
  readonly #server: number;
  readonly #onForeign: (custody: readonly Custody[]) => void;
  readonly #dictionaries: Dictionaries;
  readonly #items = new IdTable();
  #order = new InsertionOrder(-1, Number.NEGATIVE_INFINITY);
  #watermark = 0;
  #movedSinceVacuum = 0;

  /** `onForeign` is called after the commit, with custody that another server has but rows of this one would have moved. */
  constructor(connection: PostgresConnection, own: OwnServer, onForeign: (custody: readonly Custody[]) => void) {
    this.#connection = connection;
    this.#own = own;
    this.#server = own.ref;
    this.#onForeign = onForeign;
    this.#dictionaries = new Dictionaries(own.ref);
  }

  async open(): Promise<void> {
    await this.#dictionaries.open(this.#connection);
    const [row] = await this.#connection.query(READ_SERVER, [this.#server]);
    this.#watermark = Number(row?.sequence);
    this.#order = new InsertionOrder(Number(row?.last_tie), Number(row?.newest_ms));
  }

  get watermark(): number {
    return this.#watermark;
  }

  /** How many custody rows were rewritten since this was last set to 0. Each leaves a dead row behind. */
  get movedSinceVacuum(): number {
    return this.#movedSinceVacuum;
  }

  set movedSinceVacuum(count: number) {
    this.#movedSinceVacuum = count;
  }

  /** The batches are numbered without gaps, and the last one is `sequence`. Those at or below the watermark are skipped. */
  async write(batches: readonly Batch[], sequence: number): Promise<AppendResult[]> {
    const skipped = Math.min(batches.length, Math.max(0, this.#watermark - (sequence - batches.length)));
    const results = batches.slice(0, skipped).map(nothingNew);
    if (sequence <= this.#watermark) return results;
    if (this.#items.size > MAX_ITEMS_REMEMBERED) this.#items.clear();
    const written = await untilNotLost(() =>
      this.#writeNew(batches.slice(skipped), sequence).catch((error: unknown) => {
        // References to rolled-back rows must not be used again.
        this.#items.clear();
        throw error;
      }),
    );
    this.#watermark = sequence;
    return [...results, ...written];
  }

  async #writeNew(batches: readonly Batch[], sequence: number): Promise<AppendResult[]> {
    const referred = await referTexts(batches, this.#dictionaries, this.#connection);
    const order = this.#order.fork();
    const group = await groupRows(referred, this.#items, this.#dictionaries, order);
    await findItems(this.#connection, this.#items, group.strangers);
    const { seen: newlySeen, foreign } = await this.#connection.transaction(async () => {
      await this.#lockWatermark();
      const seen = await addItems(this.#connection, this.#items, group);
      const foreign = await this.#writeRows(group);
      await this.#connection.query(MOVE_WATERMARK, [
        this.#server,
        sequence,
        order.last,
        order.newestMs,
        group.transfers.count,
      ]);
      return { seen, foreign };
    });
    if (foreign.length > 0) this.#onForeign(foreign);
    this.#order = order;
    this.#movedSinceVacuum += group.custody.count;
    return referred.map((batch, index) => answer(batch, index, group, newlySeen));
  }

  async #lockWatermark(): Promise<void> {
    const [row] = await this.#connection.query(`${READ_SERVER} FOR UPDATE`, [this.#server]);
    if (Number(row?.epoch) === this.#own.epoch && Number(row?.sequence) === this.#watermark) return;
    this.#connection.destroy();
    if (Number(row?.epoch) !== this.#own.epoch) throw fenced(this.#own.name);
    throw new DoubletakeError("DT_STORE_UNREACHABLE", "Somebody else wrote under this server's name: connecting anew.");
  }

  /** Returns custody that another server has but rows of this group would have moved. */
  async #writeRows({ transfers, custody, names }: RowGroup): Promise<Custody[]> {
    const connection = this.#connection;
    const refOf = (entry: number): number => this.#items.refOf(entry);
    const custodyParameters = () =>
      [
        [MOVE_CUSTODY, custody.parameters(refOf, (entry) => this.#items.hasCustody(entry))],
        [BEGIN_CUSTODY, custody.parameters(refOf, (entry) => !this.#items.hasCustody(entry))],
      ] as const;
    const moves =
      transfers.count > 0
        ? await connection.copy(COPY_TRANSFERS, transfers.encode(refOf), custodyParameters)
        : custodyParameters();
    const foreign: Custody[] = [];
    for (const [statement, rows] of moves) {
      if (!rows) continue;
      const moved = await connection.change(statement, [...rows.parameters, this.#server]);
      if (moved < rows.items.length) foreign.push(...(await custodyOfOthers(connection, rows.items, this.#server)));
    }
    for (const entry of custody.entries()) this.#items.setHasCustody(entry);
    if (names.size > 0) {
      const folded = [...names.values()].map((name) => name.toLowerCase());
      await connection.query(NAME_PLAYERS, [
        integerArray([...names.keys()]),
        [...names.values()],
        folded,
        this.#server,
      ]);
    }
    return foreign;
  }
}

const READ_SERVER = `
  SELECT epoch, sequence, last_tie, (extract(epoch FROM newest) * 1000)::float8 AS newest_ms FROM dt_servers WHERE ref = $1`;

const MOVE_WATERMARK = `
  UPDATE dt_servers SET sequence = $2, last_tie = $3, newest = to_timestamp($4::float8 / 1000), transfers = transfers + $5
  WHERE ref = $1`;

/** Keeps the order of naming, because `nextval` is called row by row. */
const NAME_PLAYERS = `
  UPDATE dt_players AS player SET name = named.name, folded_name = named.folded_name, named = named.at, named_by = $4
  FROM (
    SELECT ref, name, folded_name, nextval('dt_namings') AS at
    FROM unnest($1::integer[], $2::text[], $3::text[]) AS row (ref, name, folded_name)
  ) AS named
  WHERE player.ref = named.ref`;

function nothingNew(batch: Batch): AppendResult {
  return { newlySeen: batch.askedSeen.map(() => false) };
}

function answer(
  { batch }: ReferredBatch,
  index: number,
  { sightings }: RowGroup,
  newlySeen: ReadonlySet<number>,
): AppendResult {
  if (batch.askedSeen.length === 0) return { newlySeen: [] };
  const isNew = new Set<number>();
  for (const entry of newlySeen) {
    const sighting = sightings.get(entry);
    if (sighting?.batch === index) isNew.add(sighting.row);
  }
  return { newlySeen: batch.askedSeen.map((row) => isNew.has(row)) };
}
