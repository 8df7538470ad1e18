/** `npm run conformance:mutate [-- rule or beginning of one...]`: breaks each rule of docs/conformance.md in turn; its own tests must fail. */
import { join } from "node:path";
import { mutate } from "./conformance/mutate.ts";
import { useQuickFolders } from "./testing/quick-folders.ts";

const root = join(import.meta.dirname, "..");
useQuickFolders(root);
const { passed, failed } = await mutate(root, process.argv.slice(2));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
