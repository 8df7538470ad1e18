import type { Migration } from "../migrate.ts";

/**
 * An index on what changes with every move made PostgreSQL write each moved row into all indexes anew, which took two
 * thirds of the time that moving custody takes. What is at a place is asked by staff only, and reads the table through.
 */
export const custodyByItemAlone: Migration = {
  number: 2,
  name: "custody by item alone",
  sql: "DROP INDEX dt_custody_by_place",
};
