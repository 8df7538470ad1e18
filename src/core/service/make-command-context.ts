import type { Consequences } from "../cases/consequences.ts";
import type { CommandContext } from "../commands/command-context.ts";
import type { Network } from "../network/network.ts";
import { systemRunLater } from "../time/clock.ts";
import type { LookSchedule } from "./look-schedule.ts";
import type { CommonParts, DoubletakeParts, ServiceHost } from "./service.ts";

interface ContextParts
  extends CommonParts,
    Pick<CommandContext, "knownItems" | "mutes" | "liveItems" | "server" | "ledger"> {
  readonly consequences: Consequences;
  readonly network: Network | undefined;
  readonly schedule: LookSchedule;
}

/** Puts together what commands and forms see of the service. */
export function makeCommandContext(parts: DoubletakeParts, host: ServiceHost, made: ContextParts): CommandContext {
  const { consequences, network, schedule } = made;
  return {
    ...made,
    runLater: parts.runLater ?? systemRunLater,
    staffActs: consequences.staff,
    channels: parts.channels,
    brake: consequences.brake,
    tricks: consequences.tricks,
    copiedWorlds: network?.copiedWorlds,
    cost: schedule.cost,
    get store() {
      return host.openStore();
    },
    get hasStore() {
      return host.connected() !== undefined;
    },
    report: host.report,
    reload: host.reload,
  };
}
