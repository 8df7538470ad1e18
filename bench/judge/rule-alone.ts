import { randomUUID } from "node:crypto";
import { FirstIdNotices } from "../../src/core/alerts/first-id-notices.ts";
import { Listeners } from "../../src/core/alerts/listeners.ts";
import { type Interaction, readConfig } from "../../src/core/index.ts";
import { Holders } from "../../src/core/judging/custody/holders.ts";
import { PeriodicScan } from "../../src/core/looking/rounds/scan.ts";
import { Recorder } from "../../src/core/recording/recorder.ts";
import { Tracker } from "../../src/core/recording/tracker.ts";
import { DuplicateRule } from "../../src/core/rule/duplicate-rule.ts";
import { KnownItems } from "../../src/core/rule/known-items.ts";
import { KnownItemsCleanup } from "../../src/core/rule/known-items-cleanup.ts";
import { readItemId } from "../../src/core/tagging/item-tag.ts";
import type { FakePlayer } from "../../src/testing/fake-player.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { ForgetfulStore } from "../core/forgetful-store.ts";
import { benchClock } from "../core/service.ts";
import { benchLog, type JudgePlatform } from "./service.ts";

/**
 * Sections 3 and 4.1 and nothing else: ids, rows, the rule, its periodic scan and the cleanup of its cache. It makes no looks,
 * and remembers nothing for them.
 */
export class RuleAlone {
  readonly #tracker: Tracker;
  readonly #recorder = new Recorder(benchClock, benchLog);
  readonly #names = new Holders();
  readonly #scan: PeriodicScan;
  readonly #cleanup: KnownItemsCleanup;

  constructor(platform: JudgePlatform, knownItems = new KnownItems()) {
    const { scanInterval, movementGraceMs } = readConfig("").config;
    // Nothing expires: the service that this is compared with remembers for a day, and may share the cache.
    this.#cleanup = new KnownItemsCleanup(knownItems, benchClock, Number.POSITIVE_INFINITY);
    const rule = new DuplicateRule({
      knownItems,
      clock: benchClock,
      graceMs: movementGraceMs,
      onCandidate: () => undefined,
      isHeard: () => false,
    });
    this.#tracker = new Tracker({
      knownItems,
      rule,
      recorder: this.#recorder,
      notices: new FirstIdNotices({
        platform,
        messages: englishMessages(),
        listeners: new Listeners(benchLog),
        clock: benchClock,
        log: benchLog,
        isMuted: () => false,
      }),
      newId: randomUUID,
      log: benchLog,
      clock: benchClock,
      onIdAssigned: () => undefined,
    });
    this.#recorder.connect(new ForgetfulStore());
    this.#scan = new PeriodicScan(platform, scanInterval, (player) =>
      (player as FakePlayer).showSlots((item) => {
        const itemId = readItemId(item);
        if (itemId !== null) rule.check(itemId, player);
      }, true),
    );
  }

  /** Takes the same events as the whole product, and never throws either. */
  report({ player, item, action }: Interaction): void {
    try {
      if (this.#names.rememberName(player.id, player.name)) this.#recorder.recordPlayerName(player.id, player.name);
      this.#tracker.tagAndLog(player, item, action, player.location());
    } catch (error) {
      benchLog.error(String(error));
    }
  }

  finishTickEnd(): void {
    this.#scan.tick();
    this.#cleanup.tick();
    this.#recorder.flush();
  }
}
