import type { Config } from "../config/settings.ts";
import type { Holders } from "../judging/custody/holders.ts";
import type { NetworkJudging } from "../judging/other-servers.ts";
import type { Log } from "../model/log.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { nextChange } from "./disputes/dispute-steps.ts";
import type { StayTokens } from "./disputes/stay-tokens.ts";

/** Parts of the protocol that measurements replace. */
export interface NetworkMakers {
  readonly stayTokens?: () => StayTokens;
  readonly nextChange?: typeof nextChange;
  /** The sides that take their copy. By default, only the finder does. */
  readonly removers?: "both";
  /** True when what a player shows after a join is believed at once. */
  readonly believesJoins?: boolean;
}

export interface NetworkParts {
  readonly serverName: string;
  readonly platform: Platform;
  readonly config: Config;
  readonly clock: GameClock;
  readonly log: Log;
  readonly recorder: Recorder;
  readonly writes: RetriedWrites;
  readonly holders: Holders;
  readonly makers: NetworkMakers | undefined;
  /** What judges. It needs the network too, so it is asked for only when something is found. */
  readonly judging: () => NetworkJudging;
  /** Every few seconds, while there are other servers. */
  readonly onBeat: () => void;
  /** It is known now what belongs to the player: these places must be looked at. */
  readonly onBelieved: (playerId: string, places: readonly PlaceKey[]) => void;
}
