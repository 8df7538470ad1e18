/**
 * A program that is killed while it changes the parts of transfers: `node partitions-program.ts <url> arrange|forget <before ms> <step>`.
 * It kills itself with SIGKILL when it has reached that step. Without a step it works to the end.
 */
import { PostgresConnection } from "../../src/storage/postgres/connection.ts";
import { connectionOptions } from "../../src/storage/postgres/connection-options.ts";
import { arrange } from "../../src/storage/postgres/partitions/arrange.ts";
import { forget } from "../../src/storage/postgres/partitions/forget.ts";

const [url = "", work = "", before = "", killAt = ""] = process.argv.slice(2);
const connection = await PostgresConnection.connect(connectionOptions(url, "killed"), true);
const onStep = (step: string): void => {
  if (step === killAt) process.kill(process.pid, "SIGKILL");
};
if (work === "arrange") await arrange(connection, onStep);
else await forget(connection, { beforeMs: Number(before), server: 1, onStep });
await connection.close();
