// Writes the README's table of figures from docs/measurements/bench.json. A test compares the two.
import { writeReadme } from "../bench/readme/write-readme.ts";

writeReadme();
