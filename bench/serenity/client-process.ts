import { answerForCrowd } from "../server/crowd.ts";
import { BusyBedrockClient } from "./busy-client.ts";
import { inflateInSmallChunks } from "./lean-inflate.ts";

inflateInSmallChunks();
answerForCrowd((name, port, seed) => BusyBedrockClient.join(name, port, seed));
