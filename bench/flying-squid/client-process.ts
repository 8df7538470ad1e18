import { answerForCrowd } from "../server/crowd.ts";
import { BusyBot } from "./busy-bot.ts";

answerForCrowd((name, port, seed) => BusyBot.join(name, port, seed));
