import { Alerts, type ThisServer } from "../alerts/alerts.ts";
import { FirstIdNotices } from "../alerts/first-id-notices.ts";
import { NoticeMutes } from "../alerts/notice-mutes.ts";
import { type DoubletakeApi, PluginApi } from "../api/plugin-api.ts";
import { Consequences } from "../cases/consequences.ts";
import { LiveItems } from "../commands/live-items.ts";
import { ClientWrittenItems } from "../judging/custody/client-written-items.ts";
import { EndRecorder } from "../judging/ends/end-recorder.ts";
import { makeJudging } from "../judging/make-judging.ts";
import { Announcements } from "../judging/sanctioned/announcements.ts";
import { SanctionedCauses } from "../judging/sanctioned/sanctioned-causes.ts";
import { SavedAnnouncements } from "../judging/sanctioned/saved-announcements.ts";
import { balanceFinding } from "../ledger/books/excess.ts";
import { makeLedger } from "../ledger/make-ledger.ts";
import { LookQueue } from "../looking/rounds/look-queue.ts";
import { Network } from "../network/network.ts";
import { Tracker } from "../recording/tracker.ts";
import { DuplicateRule } from "../rule/duplicate-rule.ts";
import { KnownItems } from "../rule/known-items.ts";
import { KnownItemsCleanup } from "../rule/known-items-cleanup.ts";
import { RuleHits } from "../rule/rule-hits.ts";
import { Story } from "../story/story.ts";
import { EventIntake } from "./event-intake.ts";
import { LookSchedule } from "./look-schedule.ts";
import { makeCommandContext } from "./make-command-context.ts";
import { makeCommonParts } from "./make-common-parts.ts";
import type { DoubletakeParts, Service, ServiceHost } from "./service.ts";
import { StartupLoad } from "./startup-load.ts";

/** Makes the parts of the running service and connects them. */
export function makeService(parts: DoubletakeParts, host: ServiceHost): Service {
  const { connected, openStore } = host;
  const { outside } = parts;
  const common = makeCommonParts(parts);
  const { config, clock, log, quiet, holders, guard } = common;
  const mutes = new NoticeMutes(quiet);
  const knownItems = new KnownItems();
  const announcements = new Announcements(clock);
  const savedAnnouncements = new SavedAnnouncements(announcements, clock, log);
  const notices = new FirstIdNotices({ ...common, isMuted: (id) => mutes.isMuted(id) });
  const server: ThisServer = {
    get name() {
      return parts.serverName ?? (config.serverName || (connected()?.serverName ?? ""));
    },
    get hasOthers() {
      return network?.hasOthers ?? false;
    },
  };
  const alerts = new Alerts({ ...common, outside, server });
  const hits = new RuleHits({
    mode: config.detection,
    alerts,
    isAwaited: (itemId) => judge.isAwaited(itemId),
    isTold: (itemId) => judge.isDouble(itemId) && consequences.staff.openNumberOf(itemId) !== undefined,
    isExempt: (material, world) => judging.isExempt(material, world),
    materialOf: (itemId) => judging.visibleCopies.copiesOf(itemId)[0]?.item.material,
    nameOf: (playerId) => holders.nameOf(playerId),
    queueLooks: ({ player, previousPlayerId }) => schedule.queueBoth(player, previousPlayerId),
  });
  const rule = new DuplicateRule({
    knownItems,
    clock,
    graceMs: config.movementGraceMs,
    onCandidate: (candidate) => hits.add(candidate),
    isHeard: () => hits.isHeard,
  });
  const onIdAssigned = (itemId: string) => itemReports.noteNewId(itemId);
  const tracker = new Tracker({ ...common, knownItems, rule, notices, onIdAssigned });
  const ledger = makeLedger({
    ...common,
    isExempt: (material, world) => judging.isExempt(material, world),
    lookAtPlayers: () => schedule.scanPlayers(),
    onExcess: (excess) => alerts.raise(balanceFinding(excess)),
    makers: parts.ledgerMakers,
  });
  const network =
    parts.serverName === undefined
      ? undefined
      : new Network({
          ...common,
          serverName: parts.serverName,
          makers: parts.networkMakers,
          judging: () => judging.forNetwork,
          onBeat: () => consequences.readOrders(),
          onBelieved: (playerId, places) => intake.believe(playerId, places),
        });
  const story =
    parts.notesEvents === false
      ? undefined
      : new Story({
          clock,
          presence: () => judging.presence,
          isAfterCrash: () => judging.crashDoubt.isUnclean,
          nameOf: (playerId) => holders.nameOf(playerId),
          onFailure: (error) => guard.sayFailed("how it happened", error),
        });
  const judging = makeJudging({
    ...common,
    serverName: parts.serverName,
    network,
    tracker,
    rule,
    notices,
    announcements,
    isRuleHeard: () => hits.isHeard,
    onVerdict: (verdict, copies) => consequences.onVerdict(story?.births.withBirth(verdict) ?? verdict, copies),
    isUnfiled: (itemId) => consequences.isUnfiled(itemId),
    onLook: (look, isPutThere) => consequences.onLook(look, isPutThere),
    isDoubtfulId: (itemId) => clientWrittenItems.isDoubtful(itemId),
    ledger,
    births: story?.births,
  });
  const { judge, itemReports, supersededSessions } = judging;
  const clientWrittenItems: ClientWrittenItems = new ClientWrittenItems({
    ...common,
    presence: judging.presence,
    alerts,
    reissueAll: judging.reissueAll,
  });
  const consequences: Consequences = new Consequences({
    ...common,
    alerts,
    judging,
    server,
    network,
    store: openStore,
    onGiven: (place) => ledger?.noteGrant(place),
  });
  const lookQueue = new LookQueue();
  const schedule: LookSchedule = new LookSchedule({
    ...common,
    judging,
    lookQueue,
    consequences,
    announcements,
    ledger,
    askOtherServers: () => network?.tick(),
    onScan: (player) => intake.notePlayerName(player),
    afterLooks: () => {
      network?.finishTickEnd();
      clientWrittenItems.removeForged();
      hits.tellHits();
      liveItems.answerScans();
      ledger?.finishTickEnd();
    },
  });
  const liveItems: LiveItems = new LiveItems({
    ...common,
    judging,
    lookQueue,
    scan: (player) => schedule.scan(player),
  });
  const startupLoad = new StartupLoad({
    judging,
    consequences,
    ledger,
    announcements: savedAnnouncements,
    mutes,
    clock,
    log: quiet,
    onLoaded: () => schedule.queueAll(),
  });
  const endRecorder: EndRecorder = new EndRecorder({ ...common, judge, itemReports, store: connected });
  const intake: EventIntake = new EventIntake({
    ...common,
    tracker,
    judge,
    itemReports,
    supersededSessions,
    consequences,
    ledger,
    lookQueue,
    clientWrittenItems,
    sanctionedCauses: new SanctionedCauses(config.sanctionedSources, announcements),
    announcements,
    network,
    endRecorder,
    notes: story?.notes,
    store: connected,
  });
  const api: DoubletakeApi = new PluginApi({
    ...common,
    outside,
    announcements,
    ledger,
    rule,
    synced: (playerId) => network?.markSynced(playerId),
    store: openStore,
    tagAndLog: (player, item, action, location) => intake.tagAndLog(player, item, action, location, []),
    queueLooks: (player, previousPlayerId) => schedule.queueBoth(player, previousPlayerId),
  });
  const cleanup: KnownItemsCleanup = new KnownItemsCleanup(knownItems, clock, config.knownItemsTtlMs);
  const commandContext = makeCommandContext(parts, host, {
    ...common,
    knownItems,
    mutes,
    liveItems,
    server,
    ledger,
    consequences,
    network,
    schedule,
  });
  return {
    ...common,
    knownItems,
    ledger,
    network,
    story,
    commandContext,
    consequences,
    schedule,
    liveItems,
    api,
    intake,
    endRecorder,
    clientWrittenItems,
    notices,
    cleanup,
    startupLoad,
    savedAnnouncements,
  };
}
