import {
  DISPUTE_ENDS,
  type Dispute,
  type DisputeChange,
  type DisputeStep,
  ENDED,
  type NetworkQuestions,
  NOWHERE,
  parseLocation,
  type SeenCopy,
} from "../../../core/storage-face.ts";
import { storableName, storableText } from "../../storable-text.ts";
import type { PostgresConnection, Row } from "../connection.ts";
import { CUSTODY, custodyFrom } from "../questions/custody-questions.ts";
import { Dictionaries, playerKey } from "../writing/dictionaries.ts";
import { formOf, placeHash, TEXT_FORM } from "../writing/places.ts";
import { besideWorld, lowWorld } from "../writing/world-refs.ts";
import { lockKey } from "./server-name.ts";
import { namesHeld, type OwnServer } from "./servers.ts";

type DisputeQuestion = "openDispute" | "openDisputes" | "changeDispute";

/** Steps that depend on earlier looks by both sides. */
const RESTS_ON_BOTH: readonly DisputeStep[] = ["seen-again", "held-again", "proven", "removed"];

/** Steps that decide whose copy stays: the copy of the server that has custody. */
const RESTS_ON_CUSTODY: readonly DisputeStep[] = ["proven", "removed"];

/** The channel on which a server hears that its disputes changed. */
export function wakeChannel(server: number): string {
  return `doubletake_${server}`;
}

export function disputeQuestions(
  connection: PostgresConnection,
  own: OwnServer,
): Pick<NetworkQuestions, DisputeQuestion> {
  const read = async (where: string, values: readonly unknown[]): Promise<Dispute[]> =>
    (await connection.query(`${DISPUTES} WHERE ${where} ORDER BY d.number`, values)).map(disputeFrom);
  const byNumber = async (number: number) => (await read("d.number = $1", [number]))[0];
  const wake = (server: unknown) => connection.query("SELECT pg_notify($1, '')", [wakeChannel(Number(server))]);

  return {
    async openDispute({ itemId, material, custodyVersion, seen, token, holder }) {
      if (holder === own.name) return undefined;
      return connection.retriedTransaction(async () => {
        const [custody] = await connection.query(CUSTODY_NOW, [itemId]);
        if (custody?.name !== storableName(holder) || custody.version !== custodyVersion) return undefined;
        const [known] = await connection.query(OPEN_BETWEEN, [itemId, own.ref, custody.server]);
        if (known) return byNumber(Number(known.number));
        const values = [itemId, storableText(material), own.ref, own.epoch, storableText(token), JSON.stringify(seen)];
        const [opened] = await connection.query(OPEN, [...values, custody.server, custodyVersion]);
        await wake(custody.server);
        return byNumber(Number(opened?.number));
      });
    },

    openDisputes: () => read("d.is_open AND $1 IN (d.finder, d.holder)", [own.ref]),

    async changeDispute(number, version, change) {
      // Names are learnt before rows are locked, as in every other writer, to avoid deadlocks.
      const mover = change.moveCustody ? await custodyMover(connection, number) : undefined;
      return connection.retriedTransaction(async () => {
        const [row] = await connection.query(LOCK, [number, version]);
        if (!row || ![row.finder, row.holder].includes(own.ref)) return undefined;
        if (!(await mayStep(row, change.step))) return undefined;
        const at = change.custodyAt === undefined ? null : placeHash(change.custodyAt);
        const moved =
          mover && (await connection.change(MOVE_TO_FINDER, [row.item, row.holder, row.finder, ...mover, at]));
        // Custody has moved on meanwhile.
        if (at !== null && !moved) return undefined;
        await connection.query(own.ref === row.finder ? STEP_OF_FINDER : STEP_OF_HOLDER, stepValues(number, change));
        await wake(own.ref === row.finder ? row.holder : row.finder);
        return byNumber(number);
      });
    },
  };

  async function mayStep(row: Row, step: DisputeStep): Promise<boolean> {
    const sides = await connection.query("SELECT ref, name, epoch FROM dt_servers WHERE ref = $1 OR ref = $2", [
      row.finder,
      row.holder,
    ]);
    const epochOf = (ref: unknown) => sides.find((server) => server.ref === ref)?.epoch;
    if (epochOf(own.ref) !== String(own.epoch)) return false;
    const [finderHolds, holderHolds] = [
      epochOf(row.finder) === row.finder_epoch,
      epochOf(row.holder) === row.holder_epoch,
    ];
    if (step === "removed") {
      const running = await namesHeld(connection);
      if (!sides.every(({ name }) => running.has(lockKey(name as string)))) return false;
    }
    if (RESTS_ON_CUSTODY.includes(step)) {
      const [kept] = (await connection.query(`${CUSTODY} WHERE i.uuid = $1`, [row.item])).map(custodyFrom);
      if (kept === undefined || kept.server !== sides.find(({ ref }) => ref === row.holder)?.name) return false;
      // The copy that should stay has left its place, and its server may not have reported yet that it is gone.
      if (step === "removed" && (kept.place === NOWHERE || kept.place === ENDED)) return false;
    }
    if (RESTS_ON_BOTH.includes(step)) return finderHolds && holderHolds;
    return step !== "held" || finderHolds;
  }
}

function stepValues(number: number, change: DisputeChange): unknown[] {
  const { step, token, seen, keeper, caseNumber } = change;
  return [
    number,
    step,
    !(DISPUTE_ENDS as readonly DisputeStep[]).includes(step),
    token === undefined ? null : storableText(token),
    seen === undefined ? null : JSON.stringify(seen),
    keeper ?? null,
    caseNumber ?? null,
  ];
}

/** Returns the values of the finder's copy for `MOVE_TO_FINDER`; `undefined` if there is none. */
async function custodyMover(connection: PostgresConnection, number: number): Promise<unknown[] | undefined> {
  const [row] = await connection.query("SELECT finder, finder_seen FROM dt_disputes WHERE number = $1", [number]);
  const seen = row?.finder_seen as SeenCopy | null | undefined;
  if (!seen) return undefined;
  const at = parseLocation(seen.location) ?? { world: "", x: 0, y: 0, z: 0 };
  const holderId = playerKey(seen.holderId);
  const dictionaries = new Dictionaries(Number(row?.finder));
  await dictionaries.open(connection);
  await dictionaries.players.learn(connection, new Set([holderId]));
  await dictionaries.worlds.learn(connection, new Set([at.world]));
  const form = formOf(seen.place, holderId, at);
  const world = dictionaries.worldRef(at.world) ?? dictionaries.unusualWorld;
  return [
    dictionaries.playerRef(holderId),
    seen.seenMs,
    placeHash(seen.place),
    at.x,
    at.y,
    at.z,
    lowWorld(world),
    besideWorld(world, form),
    form === TEXT_FORM ? storableText(seen.place) : null,
  ];
}

function disputeFrom(row: Row): Dispute {
  const side = (name: "finder" | "holder") => ({
    server: row[`${name}_name`] as string,
    epoch: Number(row[`${name}_epoch`]),
    token: row[`${name}_token`] as string,
    seen: (row[`${name}_seen`] as SeenCopy | null) ?? undefined,
  });
  return {
    number: row.number as number,
    version: row.version as number,
    itemId: row.item as string,
    material: row.material as string,
    step: row.step as DisputeStep,
    finder: side("finder"),
    holder: side("holder"),
    custodyVersion: row.custody_version as number,
    keeper: row.keeper as Dispute["keeper"],
    caseNumber: row.case_number as number,
    ageMs: Math.max(0, Math.round(row.age_ms as number)),
  };
}

const DISPUTES = `
  SELECT d.number, d.version, d.item::text AS item, d.material, d.step, d.finder_epoch, d.finder_token, d.finder_seen,
    d.holder_epoch, d.holder_token, d.holder_seen, d.custody_version, d.keeper, d.case_number,
    finder.name AS finder_name, holder.name AS holder_name,
    (extract(epoch FROM clock_timestamp() - d.opened) * 1000)::float8 AS age_ms
  FROM dt_disputes AS d
  JOIN dt_servers AS finder ON finder.ref = d.finder
  JOIN dt_servers AS holder ON holder.ref = d.holder`;

const CUSTODY_NOW = `
  SELECT s.ref AS server, s.name, c.version FROM dt_items AS i
  JOIN dt_custody AS c ON c.item = i.ref
  JOIN dt_worlds AS w ON w.ref = dt_world(c.world, c.place_form)
  JOIN dt_servers AS s ON s.ref = coalesce(c.server, w.server)
  WHERE i.uuid = $1`;

const OPEN_BETWEEN = `
  SELECT number FROM dt_disputes
  WHERE is_open AND item = $1 AND least(finder, holder) = least($2::smallint, $3::smallint)
    AND greatest(finder, holder) = greatest($2::smallint, $3::smallint)`;

const OPEN = `
  INSERT INTO dt_disputes
    (item, material, step, finder, finder_epoch, finder_token, finder_seen, holder, holder_epoch, holder_token, custody_version)
  VALUES ($1, $2, 'opened', $3, $4, $5, $6, $7, (SELECT epoch FROM dt_servers WHERE ref = $7), '', $8)
  RETURNING number`;

const LOCK = "SELECT * FROM dt_disputes WHERE number = $1 AND version = $2 AND is_open FOR UPDATE";

/** Stores the current epochs. When the finder opens the dispute again, the holder's earlier look no longer counts. */
const step = (own: "finder" | "holder") => `
  UPDATE dt_disputes AS d SET version = d.version + 1, step = $2, is_open = $3,
    finder_epoch = finder.epoch, holder_epoch = holder.epoch,
    finder_token = ${own === "finder" ? "coalesce($4, d.finder_token)" : "d.finder_token"},
    finder_seen = ${own === "finder" ? "coalesce($5::json, d.finder_seen)" : "d.finder_seen"},
    holder_token = ${own === "holder" ? "coalesce($4, d.holder_token)" : "CASE WHEN $2 = 'opened' THEN '' ELSE d.holder_token END"},
    holder_seen = ${own === "holder" ? "coalesce($5::json, d.holder_seen)" : "CASE WHEN $2 = 'opened' THEN NULL ELSE d.holder_seen END"},
    keeper = coalesce($6, d.keeper), case_number = coalesce($7, d.case_number)
  FROM dt_servers AS finder, dt_servers AS holder
  WHERE d.number = $1 AND finder.ref = d.finder AND holder.ref = d.holder`;
const STEP_OF_FINDER = step("finder");
const STEP_OF_HOLDER = step("holder");

const MOVE_TO_FINDER = `
  UPDATE dt_custody AS custody SET server = $3, version = custody.version + 1, holder = $4,
    confirmed = to_timestamp($5::float8 / 1000 * sign(extract(epoch FROM custody.confirmed))), place_hash = $6, x = $7, y = $8, z = $9, world = $10, place_form = $11,
    place = $12
  FROM dt_items AS item, dt_worlds AS world
  WHERE item.uuid = $1 AND custody.item = item.ref AND world.ref = dt_world(custody.world, custody.place_form)
    AND coalesce(custody.server, world.server) = $2 AND custody.place_hash = coalesce($13::integer, custody.place_hash)`;
