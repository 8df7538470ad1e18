import { SEVERITIES } from "../model/alert.ts";

import { choice, flag, integer, list, secret, text, thresholds } from "./setting.ts";

export const LANGUAGES = ["en", "pt_BR", "es", "de", "ru", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The sections below `notifications` in config.yml. */
export const CHANNEL_NAMES = ["embed_chat", "bot_chat", "hook_chat", "generic"] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

const CREATIVE_COPIES = ["reassign", "alert", "ignore"] as const;
const DETECTION_MODES = ["evidence", "rule"] as const;
const PLAYER_DATA = ["shared", "separate"] as const;
const STORAGE_ENGINES = ["sqlite", "postgres"] as const;

/** Every key of config.yml, in the order of the file: the one list that defaults, checks, comments and docs come from. */
export const SETTINGS = {
  language: choice(LANGUAGES, "en", "The language of all texts in the game: en, pt_BR, es, de, ru or pl."),
  "movement-grace-ms": integer(
    750,
    0,
    "Two sightings of one item within this many milliseconds count as one movement.",
  ),
  "auto-remove-duplicates": flag(
    true,
    "Take proven copies away automatically. What is taken goes to quarantine whole, and staff can restore it.",
    { value: false, because: "nothing is taken away automatically until this is corrected" },
  ),
  "keep-oldest-on-dup-remove": flag(
    false,
    "Which copy stays. false: the one that was there all the time; the one that turned up is taken, and nothing is taken if it is " +
      "unknown which that is. true: the one whose holder was the first ever to have the item.",
  ),
  "removal-limit": integer(
    50,
    0,
    "The most items that are taken away automatically within ten minutes, from all players together. Beyond that, removal stops until " +
      "staff type /doubletake removal on. 0: no limit.",
  ),
  "scan-interval": integer(200, 1, "Ticks between two scans of all players' inventories (20 ticks are a second)."),
  "known-items-ttl-ms": integer(
    600_000,
    1000,
    "An item that nobody has touched for this many milliseconds is dropped from memory (the store keeps it).",
  ),
  detection: choice(
    DETECTION_MODES,
    "evidence",
    "What counts as a duplicate. evidence: two copies that are seen twice. rule: every item that is seen elsewhere than before, at " +
      "once, which accuses honest players all the time.",
  ),
  alerts: {
    "min-severity": choice(
      SEVERITIES,
      "HIGH",
      "Alerts below this are not shown in the game: LOW, MEDIUM, HIGH or CRITICAL.",
    ),
  },
  "creative-copies": choice(
    CREATIVE_COPIES,
    "reassign",
    "Copies made in creative mode: reassign (a fresh id, no alert), alert (judged like any other) or ignore.",
  ),
  "sanctioned-sources": list(
    "Causes (an action, e.g. GIVE), inventories (a place) or worlds that may make copies: these get a fresh id, without an alert.",
  ),
  "exempt-materials": list("Materials that are never judged, e.g. minecraft:written_book."),
  "exempt-worlds": list("Worlds in which nothing is judged."),
  "on-proven": list(
    "Console commands to run when a duplicate is proven. {player}, {uuid}, {item}, {material} and {case} are filled in. " +
      "A command does not run if a name is not safe in it. A command with {player} or {uuid} runs only if that player acted on the item.",
  ),
  "server-name": text(
    "",
    "This server's name in the store. Empty: the name of the server's folder; with PostgreSQL, four letters of the world's own id follow.",
  ),
  network: {
    "player-data": choice(
      PLAYER_DATA,
      "shared",
      "With several servers on one database: shared (a plugin gives players one inventory everywhere) or separate (each server has its own).",
    ),
    "ender-chests": choice(PLAYER_DATA, "shared", "The same for ender chests."),
  },
  storage: {
    engine: choice(
      STORAGE_ENGINES,
      "sqlite",
      "sqlite (a file in this folder, nothing to install) or postgres (for a network).",
    ),
    "postgres-url": secret("postgres only: postgres://user:password@host:5432/database. Keep this file private."),
    "retention-days": integer(
      0,
      0,
      "Transfers, dismissed cases and returned items are forgotten after this many days. 0: never.",
    ),
    "archive-after-days": integer(
      0,
      0,
      "Transfers move into compact Parquet files after this many days, a month at a time. 0: never. They leave the SQL view; history, items, export and report still show them.",
    ),
    "archive-folder": text("", "The folder of those files. Empty: the folder archive beside this file."),
    "journal-limit-mb": integer(1024, 1, "postgres only: how much the journal may hold while the database is away."),
    "postgres-partitions": integer(
      0,
      0,
      "postgres only, for a new database with very many items: the number of tables into which the data of items is split. 0: one table.",
    ),
  },
  notifications: {
    min_severity: choice(SEVERITIES, "HIGH", "Alerts below this stay in the game."),
    rate_limit_seconds: integer(30, 0, "At most one alert per player and item in this many seconds."),
    embed_chat: {
      enabled: flag(false, "Discord and what speaks its webhook format."),
      webhook_url: secret("Whoever has this address can post to the channel. Keep it private."),
    },
    bot_chat: {
      enabled: flag(false, "Telegram Bot API."),
      bot_token: secret("The bot's token, from the platform's bot-creation flow."),
      chat_id: secret("The group or channel; group ids usually begin with -100."),
      api_url: text("https://api.telegram.org", "The Bot API's address; change it only for a self-hosted one."),
    },
    hook_chat: {
      enabled: flag(false, "Slack and what speaks its incoming-webhook format."),
      webhook_url: secret("Whoever has this address can post to the channel. Keep it private."),
    },
    generic: {
      enabled: flag(false, "Any program that takes a JSON object by POST."),
      url: secret("Where to send it."),
    },
  },
  balance: {
    materials: thresholds(
      "Stackable materials to keep a ledger of, each with the excess that raises an alert. Empty: off.",
    ),
    "interval-ticks": integer(6000, 20, "Ticks between two looks at everybody for the ledger."),
  },
} as const;

/** `movement-grace-ms` and `min_severity` as TypeScript writes them: `movementGraceMs`, `minSeverity`. */
type CamelCase<Key> = Key extends `${infer Head}${"-" | "_"}${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

type Values<Tree> = {
  readonly [Key in keyof Tree as CamelCase<Key>]: Tree[Key] extends { readonly fallback: infer Value }
    ? Value
    : Values<Tree[Key]>;
};

/** The configuration in force. */
export type Config = Values<typeof SETTINGS>;

export type NotificationSettings = Config["notifications"];
