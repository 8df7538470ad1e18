/**
 * A program to be killed or starved: `node sqlite-transfer-program.ts <file> <first number> <fold at rows> [<postgres url>]`. With a URL,
 * the file is the folder of the journal for that PostgreSQL. It sends transfers forever. Its messages tell the parent up to which
 * number they are durable, and what is logged.
 */
import { openStore } from "../../src/storage/open-store.ts";
import { TransferFlow } from "./numbered-transfers.ts";

const [file = "", first = "0", compactAtRows = "0", url = ""] = process.argv.slice(2);
const line = (text: string) => process.send?.({ line: text });
const store = openStore({
  config: url
    ? { engine: "postgres", url, serverName: "program", journalFolder: file, journalLimitMb: 64 }
    : { engine: "sqlite", file, serverName: "program", compactAtRows: Number(compactAtRows) || undefined },
  retentionDays: 0,
  log: { info: line, warn: line, error: line },
});
const flow = new TransferFlow(store, Number(first), (through) => process.send?.({ through }));
process.on("message", async () => {
  const next = await flow.stop();
  const journalled = await store.close();
  process.send?.({ next, journalled }, () => process.exit());
});
process.on("disconnect", () => process.exit());
