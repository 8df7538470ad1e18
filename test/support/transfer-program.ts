/**
 * A program to be killed: `node transfer-program.ts <url> <journal folder> <first number>`. It sends transfers forever. Its messages tell
 * the parent up to which number they are durable.
 */
import { openStore } from "../../src/storage/open-store.ts";
import { silentLog } from "./collected-log.ts";
import { TransferFlow } from "./numbered-transfers.ts";

const [url = "", journalFolder = "", first = "0"] = process.argv.slice(2);
const store = openStore({
  config: { engine: "postgres", url, serverName: "killed", journalFolder, journalLimitMb: 64 },
  retentionDays: 0,
  log: silentLog,
});
new TransferFlow(store, Number(first), (through) => process.send?.({ through }));
process.on("disconnect", () => process.exit());
