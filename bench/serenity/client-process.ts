import { answerForCrowd } from "../server/crowd.ts";
import { BusyBedrockClient } from "./busy-client.ts";

answerForCrowd((name, port, seed) => BusyBedrockClient.join(name, port, seed));
