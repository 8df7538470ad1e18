import { register } from "node:module";

// For `--import`: Doubletake in this process and on its threads speaks the next protocol, as a later version will.
register(new URL("./newer-protocol-loader.ts", import.meta.url));
