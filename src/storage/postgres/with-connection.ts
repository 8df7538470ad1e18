import { PostgresConnection } from "./connection.ts";
import { connectionOptions } from "./connection-options.ts";
import { explainFailure } from "./failures.ts";
import { requireTables } from "./migrate.ts";

/** Does an operator's work over a connection of its own, on tables that this program knows. Failures are explained to the operator. */
export async function withConnection<T>(
  url: string,
  applicationName: string,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const options = connectionOptions(url, applicationName);
  try {
    const connection = await PostgresConnection.connect(options);
    try {
      await requireTables(connection, options.hostName);
      return await work(connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw explainFailure(error, options.hostName);
  }
}
