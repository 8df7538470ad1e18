import {
  accountPlace,
  CRASH_NOTE,
  DISPUTE_ENDS,
  type Dispute,
  type DisputeChange,
  type DisputeSide,
  type DisputeStep,
  DoubletakeError,
  ENDED,
  enderPlace,
  LATE_MS,
  NETWORK_PROTOCOL,
  type NetworkQuestions,
  NOWHERE,
  type PlaceKey,
  playerPlace,
  type ServerRecord,
} from "../../core/index.ts";
import type { MemoryDatabase, MemoryDispute } from "./memory-database.ts";

/** Steps that rest on earlier looks of both sides. */
const RESTS_ON_BOTH: readonly DisputeStep[] = ["seen-again", "held-again", "proven", "removed"];

/** Steps that say whose copy stays: that of the server with custody. */
const RESTS_ON_CUSTODY: readonly DisputeStep[] = ["proven", "removed"];

/** The network's questions, asked in the name of one server of a memory database. */
export class MemoryNetwork implements NetworkQuestions {
  readonly #database: MemoryDatabase;
  readonly #name: string;
  readonly #epoch: number;

  constructor(database: MemoryDatabase, name: string, epoch: number) {
    this.#database = database;
    this.#name = name;
    this.#epoch = epoch;
  }

  /** Throws if another session has taken over the name. */
  refuseIfFenced(): void {
    if (this.#epochOf(this.#name) === this.#epoch) return;
    throw new DoubletakeError("DT_SERVER_FENCED", `Another session has taken over the name "${this.#name}".`);
  }

  async servers() {
    const now = this.#database.clock.now();
    return [...this.#database.servers.values()]
      .map(({ lastBeatMs, ...server }) => ({
        ...server,
        silentMs: now - lastBeatMs,
        crashNoticedMs: timeIn(this.#database.ownOf(server.name).notes.get(CRASH_NOTE)),
        isThisOne: server.name === this.#name,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async heartbeat({ lagRows, isStopping }: Parameters<NetworkQuestions["heartbeat"]>[0]) {
    this.refuseIfFenced();
    const { servers, clock } = this.#database;
    const beat = { lagRows, isStoppedCleanly: isStopping, lastBeatMs: clock.now() };
    servers.set(this.#name, { ...servers.get(this.#name)!, ...beat });
    if (isStopping) this.#database.endSessions(this.#name);
  }

  async retireServer(name: string) {
    const server = this.#database.servers.get(name);
    if (server === undefined || server.isRunning) return false;
    this.#database.servers.set(name, { ...server, isRetired: true });
    this.#database.endSessions(name);
    return true;
  }

  async playerJoined(playerId: string, sharesEnderChest: boolean) {
    this.refuseIfFenced();
    const { sessions, custody } = this.#database;
    const servers = sessions.get(playerId) ?? new Set();
    sessions.set(playerId, servers.add(this.#name));
    const own = [playerPlace(playerId), ...(sharesEnderChest ? [enderPlace(playerId)] : [])];
    for (const kept of custody.values()) {
      if (own.includes(accountPlace(kept.place)) && !servers.has(kept.server))
        this.#database.passCustody(kept, this.#name);
    }
    const isLate = ({ name, isRunning, silentMs, protocol }: ServerRecord) =>
      isRunning && protocol === NETWORK_PROTOCOL && silentMs > LATE_MS && name !== this.#name;
    const late = (await this.servers()).filter(isLate).map(({ name }) => name);
    const silent = late.filter((name) => !servers.has(name)).sort();
    const awaited = [...servers, ...silent].filter((name) => name !== this.#name).sort();
    return silent.length === 0 ? { awaited } : { awaited, silent };
  }

  async playerLeft(playerId: string) {
    this.refuseIfFenced();
    this.#database.sessions.get(playerId)?.delete(this.#name);
  }

  async openDispute({
    itemId,
    material,
    custodyVersion,
    seen,
    token,
    holder,
  }: Parameters<NetworkQuestions["openDispute"]>[0]) {
    this.refuseIfFenced();
    const custody = this.#database.custody.get(itemId);
    if (holder === this.#name || custody?.server !== holder || custody.version !== custodyVersion) return undefined;
    const { disputes, clock } = this.#database;
    const isBetween = ({ finder, holder: other }: MemoryDispute) =>
      [finder.server, other.server].includes(holder) && [finder.server, other.server].includes(this.#name);
    const open = [...disputes.values()].find(
      (dispute) => dispute.itemId === itemId && isOpen(dispute) && isBetween(dispute),
    );
    if (open !== undefined) return this.#shown(open);
    const dispute: MemoryDispute = {
      number: disputes.size + 1,
      version: 1,
      itemId,
      material,
      step: "opened",
      finder: { server: this.#name, epoch: this.#epoch, token, seen },
      holder: { server: holder, epoch: this.#epochOf(holder), token: "", seen: undefined },
      custodyVersion,
      keeper: "",
      caseNumber: 0,
      openedMs: clock.now(),
    };
    return this.#keep(dispute);
  }

  async openDisputes() {
    const isMine = ({ finder, holder }: MemoryDispute) => [finder.server, holder.server].includes(this.#name);
    return [...this.#database.disputes.values()]
      .filter((dispute) => isOpen(dispute) && isMine(dispute))
      .map((dispute) => this.#shown(dispute));
  }

  async changeDispute(number: number, version: number, change: DisputeChange) {
    this.refuseIfFenced();
    const dispute = this.#database.disputes.get(number);
    if (dispute?.version !== version || !isOpen(dispute)) return undefined;
    const { finder, holder } = dispute;
    const own = finder.server === this.#name ? "finder" : holder.server === this.#name ? "holder" : undefined;
    if (own === undefined || !this.#mayStep(dispute, change.step)) return undefined;
    const { custodyAt } = change;
    const isAt = (place: PlaceKey) => this.#database.custody.get(dispute.itemId)?.place === place;
    if (custodyAt !== undefined && !isAt(custodyAt)) return undefined;
    if (change.moveCustody) this.#moveCustody(dispute);
    const { token, seen, keeper, caseNumber, step } = change;
    const sides = { finder: this.#ofNow(finder), holder: this.#ofNow(holder) };
    if (step === "opened") sides.holder = { ...sides.holder, token: "", seen: undefined };
    sides[own] = { ...sides[own], token: token ?? sides[own].token, seen: seen ?? sides[own].seen };
    return this.#keep({
      ...dispute,
      ...sides,
      version: version + 1,
      step,
      keeper: keeper ?? dispute.keeper,
      caseNumber: caseNumber ?? dispute.caseNumber,
    });
  }

  #mayStep({ itemId, finder, holder }: MemoryDispute, step: DisputeStep): boolean {
    const holds = ({ server, epoch }: DisputeSide) => this.#epochOf(server) === epoch;
    const runs = ({ server }: DisputeSide) => this.#database.servers.get(server)?.isRunning === true;
    if (step === "removed" && !(runs(finder) && runs(holder))) return false;
    const kept = this.#database.custody.get(itemId);
    if (RESTS_ON_CUSTODY.includes(step) && kept?.server !== holder.server) return false;
    if (step === "removed" && (kept?.place === NOWHERE || kept?.place === ENDED)) return false;
    if (RESTS_ON_BOTH.includes(step)) return holds(finder) && holds(holder);
    return step !== "held" || holds(finder);
  }

  #ofNow(side: DisputeSide): DisputeSide {
    return { ...side, epoch: this.#epochOf(side.server) };
  }

  #moveCustody({ itemId, finder, holder }: MemoryDispute): void {
    const custody = this.#database.custody.get(itemId);
    if (custody?.server !== holder.server || finder.seen === undefined) return;
    const { place, holderId, location, seenMs } = finder.seen;
    this.#database.passCustody({ ...custody, place, holderId, location, confirmedMs: seenMs }, finder.server);
  }

  #keep(dispute: MemoryDispute): Dispute {
    this.#database.disputes.set(dispute.number, structuredClone(dispute));
    const { server } = dispute.finder.server === this.#name ? dispute.holder : dispute.finder;
    this.#database.wake(server, { kind: "disputes" });
    return this.#shown(dispute);
  }

  #shown({ openedMs, ...dispute }: MemoryDispute): Dispute {
    return structuredClone({ ...dispute, ageMs: this.#database.clock.now() - openedMs });
  }

  #epochOf(server: string): number {
    return this.#database.servers.get(server)?.epoch ?? 0;
  }
}

function timeIn(note: string | undefined): number | undefined {
  return note === undefined ? undefined : Number(note);
}

function isOpen({ step }: MemoryDispute): boolean {
  return !(DISPUTE_ENDS as readonly DisputeStep[]).includes(step);
}
