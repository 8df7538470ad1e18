#!/usr/bin/env node
import { nodeProblem } from "../require-node.ts";

// Everything else is loaded after this check: an older Node would fail at the first import of something it does not have.
const problem = nodeProblem();
if (problem === undefined) await (await import("./run.ts")).runHere();
else {
  console.error(problem);
  process.exitCode = 1;
}
