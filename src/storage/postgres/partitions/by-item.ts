import type { PostgresConnection } from "../connection.ts";

/** A table in which each row belongs to one item. */
interface ItemTable {
  readonly name: string;
  /** The key of its rows. It includes the item, as a partitioned table demands. */
  readonly unique: string;
  /** The column of the item. */
  readonly item: string;
  /** The column that numbers its rows. */
  readonly number?: string;
  /** Storage options of each part. */
  readonly with?: string;
  /** Statements that add its other indexes and triggers. */
  readonly more: readonly string[];
}

const TABLES: readonly ItemTable[] = [
  {
    name: "dt_items",
    item: "uuid",
    unique: "UNIQUE (uuid)",
    number: "ref",
    more: ["CREATE INDEX dt_items_by_ref ON dt_items (ref)"],
  },
  {
    name: "dt_custody",
    item: "item",
    unique: "PRIMARY KEY (item)",
    with: "WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)",
    more: ["CREATE INDEX dt_custody_by_holder ON dt_custody (holder)"],
  },
  {
    name: "dt_claims",
    item: "item",
    unique: "PRIMARY KEY (server, item, place_digest)",
    number: "saved",
    more: [
      `CREATE TRIGGER dt_fence BEFORE INSERT OR UPDATE OR DELETE ON dt_claims
       FOR EACH STATEMENT EXECUTE FUNCTION dt_fence()`,
    ],
  },
  {
    name: "dt_disputes",
    item: "item",
    unique: "PRIMARY KEY (number, item)",
    number: "number",
    more: [
      `CREATE UNIQUE INDEX dt_disputes_open ON dt_disputes (item, least(finder, holder), greatest(finder, holder))
       WHERE is_open`,
    ],
  },
];

/** Servers that start at once take turns. */
const PARTING_LOCK = "7237970109966541176";

/**
 * Splits the tables of a new database that are keyed by item into this many parts, by a hash of the item. False if there are already
 * items: then the tables stay whole.
 */
export async function partByItem(connection: PostgresConnection, parts: number): Promise<boolean> {
  return connection.transaction(async () => {
    await connection.query(`SELECT pg_advisory_xact_lock(${PARTING_LOCK})`);
    const [table] = await connection.query(
      "SELECT relkind::text AS kind FROM pg_class WHERE oid = to_regclass('dt_items')",
    );
    if (table?.kind === "p") return true;
    const [row] = await connection.query("SELECT EXISTS (SELECT FROM dt_items) AS has_items");
    if (row?.has_items) return false;
    const views = await connection.query(VIEWS);
    const statements = [
      ...views.map(({ name }) => `DROP VIEW ${name}`),
      ...TABLES.flatMap((table) => partStatements(table, parts)),
      ...views.map(({ name, text }) => `CREATE VIEW ${name} AS ${text}`),
    ];
    // A view's definition may already end with a semicolon.
    await connection.query(statements.map((statement) => statement.replace(/;\s*$/, "")).join(";\n"));
    return true;
  });
}

function partStatements({ name, item, unique, number, with: options = "", more }: ItemTable, parts: number): string[] {
  const counted =
    number === undefined
      ? []
      : [
          `CREATE SEQUENCE ${name}_number OWNED BY ${name}_parted.${number}`,
          `ALTER TABLE ${name}_parted ALTER COLUMN ${number} SET DEFAULT nextval('${name}_number')`,
        ];
  return [
    `CREATE TABLE ${name}_parted (LIKE ${name} INCLUDING DEFAULTS) PARTITION BY HASH (${item})`,
    ...counted,
    `DROP TABLE ${name}`,
    `ALTER TABLE ${name}_parted RENAME TO ${name}`,
    `ALTER TABLE ${name} ADD ${unique}`,
    ...Array.from(
      { length: parts },
      (_, n) =>
        `CREATE TABLE ${name}_part${n} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${n}) ${options}`,
    ),
    ...more,
  ];
}

const VIEWS = `
  SELECT viewname AS name, definition AS text FROM pg_views
  WHERE schemaname = current_schema() AND viewname IN ('tracker_items', 'tracker_item_transfers')`;
