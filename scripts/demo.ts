// `npm run demo`: half a minute on a real game server. Three real clients play, one of them cheats, and staff see it.
import "../src/cli/compile-here.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../src/core/errors.ts";
import { ServeProcess } from "../test/platforms/serenity/support/serve-process.ts";
import { Narrator } from "./demo/narrator.ts";
import { play } from "./demo/play.ts";
import { writeSampleReport } from "./demo/sample-report.ts";
import { StaffChat } from "./demo/staff-chat.ts";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.exit(await main());

async function main(): Promise<number> {
  let server: ServeProcess | undefined;
  try {
    const folder = mkdtempSync(join(tmpdir(), "doubletake-demo-"));
    const dir = join(folder, "server");
    // After a successful demo only the reports stay. The server has ended by then, or is ended before this.
    process.once("exit", (code) => rmSync(code === 0 ? dir : folder, { recursive: true, force: true }));
    const narrator = new Narrator(process.stdout, process.env);
    const staffChat = await StaffChat.start();
    staffChat.configure(dir);
    server = await narrator.during(
      "A game server with Doubletake inside starts in a temporary folder …",
      ServeProcess.start({ dir, environment: staffChat.environment }),
    );
    await play({ server, narrator, staffChat, report: join(folder, "report.html") });
    if ((await server.stop()) !== 0) throw new Error("the game server did not stop cleanly");
    await staffChat.close();
    const sample = join(folder, "sample-report.html");
    await narrator.during("A month on a busy server, for comparison …", writeSampleReport(join(dir, "sample"), sample));
    narrator.end({ report: join(folder, "report.html"), sample });
    return 0;
  } catch (error) {
    const [sentence] = errorText(error).split("\n");
    console.error(`The demo did not come to its end: ${sentence}`);
    // Helps to find the reason, because the folder with the server's log is deleted.
    if (process.env.DOUBLETAKE_VERBOSE !== undefined) console.error(server?.output);
    return 1;
  }
}
