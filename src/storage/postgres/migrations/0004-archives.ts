/** Records which server has archived which month, and where. Only adds a table, so servers of the version before keep working. */
export const archives = {
  number: 4,
  name: "archives",
  sql: `
    CREATE TABLE dt_archives (
      month text COLLATE "C" PRIMARY KEY,
      server text NOT NULL,
      folder text NOT NULL,
      -- claimed, sealed, cleared: the file is whole; its rows are gone from dt_transfers
      state text NOT NULL DEFAULT 'claimed',
      rows bigint NOT NULL DEFAULT 0
    );
  `,
};
