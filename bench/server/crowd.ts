import { constants, setPriority } from "node:os";
import { answer, options } from "./answers.ts";

/** A real client that acts without a pause. */
export interface BusyClient {
  readonly name: string;
  /** How often it has done each act so far, including `moves`. */
  readonly acts: Readonly<Record<string, number>>;
  /** Why it no longer plays; `undefined` while it does. */
  readonly lost: string | undefined;
  /** Starts to act. */
  play(): void;
  leave(): void;
}

export interface CrowdOptions {
  readonly port: number;
  readonly names: readonly string[];
}

/** What the clients of a run did while it was measured. */
export interface CrowdFigures {
  readonly acts: Readonly<Record<string, number>>;
  /** One sentence for each client that was lost. */
  readonly lost: readonly string[];
  /** Clients that did not move, or did nothing else. */
  readonly idle: readonly string[];
}

/**
 * Runs all clients of a bench in this process. `join` gets a number for each client, as a seed. Real players have their own
 * machines; here they share the server's, so they run at low priority.
 */
export function answerForCrowd(join: (name: string, port: number, seed: number) => Promise<BusyClient>): void {
  setPriority(constants.priority.PRIORITY_LOW);
  const { port, names } = options<CrowdOptions>();
  const clients: BusyClient[] = [];
  let before: Readonly<Record<string, number>>[] = [];
  answer({
    async join() {
      for (const [seed, name] of names.entries()) clients.push(await join(name, port, seed));
    },
    play() {
      for (const client of clients) client.play();
    },
    begin() {
      before = clients.map(({ acts }) => ({ ...acts }));
    },
    end: (): CrowdFigures => figuresOf(clients, before),
    stop() {
      for (const client of clients) client.leave();
    },
  });
}

function figuresOf(clients: readonly BusyClient[], before: readonly Readonly<Record<string, number>>[]): CrowdFigures {
  const total: Record<string, number> = {};
  const idle: string[] = [];
  for (const [at, { name, acts }] of clients.entries()) {
    let others = 0;
    for (const [act, count] of Object.entries(acts)) {
      const done = count - (before[at]![act] ?? 0);
      total[act] = (total[act] ?? 0) + done;
      if (act !== "moves") others += done;
    }
    if (others === 0 || acts.moves === before[at]!.moves) idle.push(name);
  }
  const lost = clients.flatMap(({ name, lost }) => (lost === undefined ? [] : [`${name}: ${lost}`]));
  return { acts: total, lost, idle };
}
