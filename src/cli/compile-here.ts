import { setFlagsFromString } from "node:v8";

// `process.exit()` waits for V8's threads. A thread that compiles in the background may in turn wait for this thread to collect garbage.
// Then the process never ends (nodejs/node#54918; seen once in a few hundred commands). So background compilation is off.
setFlagsFromString("--no-concurrent-sparkplug");
