import { firstTables } from "./0001-first-tables.ts";

/**
 * The steps from an empty file to the newest layout, in order: the n-th brings a file to version n. Steps are appended,
 * never edited: files in the field have already run them.
 */
export const sqliteMigrations: readonly string[] = [firstTables];
