import { setFlagsFromString } from "node:v8";

// `process.exit()` waits for V8's threads. One that compiles beside may in turn wait for this thread to collect garbage, and
// then the process never ends (nodejs/node#54918; seen once in a few hundred commands). So nothing is compiled beside.
setFlagsFromString("--no-concurrent-sparkplug");
