// Writes docs/configuration.md from the one list of settings. A test holds the page against the list.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationPage } from "../test/support/configuration-page.ts";

writeFileSync(join(import.meta.dirname, "..", "docs", "configuration.md"), configurationPage());
