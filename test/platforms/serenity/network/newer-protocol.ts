import { register } from "node:module";

// By `--import`: Doubletake in this process, and on its threads, speaks the protocol after this one, as a later version will.
register(new URL("./newer-protocol-loader.ts", import.meta.url));
