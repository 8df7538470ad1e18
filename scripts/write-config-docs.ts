// Writes docs/configuration.md from the list of settings. A test compares the page with the list.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationPage } from "../test/support/configuration-page.ts";

writeFileSync(join(import.meta.dirname, "..", "docs", "configuration.md"), configurationPage());
