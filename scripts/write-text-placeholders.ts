// Writes the types of all texts from src/locales/en.yml; part of `npm run fix`. A test compares the file with the texts.
import { writeFileSync } from "node:fs";
import { TEXT_PLACEHOLDERS, textPlaceholders } from "./messages/text-placeholders.ts";

writeFileSync(TEXT_PLACEHOLDERS, textPlaceholders());
