import type { Statements } from "../connection.ts";

/** How long a closed dispute is kept. The case keeps what the two servers found out for good. */
const KEPT_DAYS = 30;

const IS_OLD = `NOT is_open AND opened < clock_timestamp() - interval '${KEPT_DAYS} days'`;

export async function hasOldDisputes(to: Statements): Promise<boolean> {
  const [row] = await to.query(`SELECT EXISTS (SELECT FROM dt_disputes WHERE ${IS_OLD}) AS is_so`);
  return row?.is_so === true;
}

export async function deleteOldDisputes(to: Statements): Promise<void> {
  await to.query(`DELETE FROM dt_disputes WHERE ${IS_OLD}`);
}
