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
    "Milliseconds within which two sightings of one item are taken for one movement.",
  ),
  "auto-remove-duplicates": flag(
    true,
    "Take proven copies away by themselves. What is taken goes to quarantine whole, and staff can restore it.",
    { value: false, because: "nothing is taken away by itself until this is mended" },
  ),
  "keep-oldest-on-dup-remove": flag(
    false,
    "Which copy stays: false, the one that was there all the time, and the one that turned up goes (nothing is taken when " +
      "nobody can say which that is); true, the one whose holder was first to have the item at all.",
  ),
  "removal-limit": integer(
    50,
    0,
    "Items taken away by themselves within ten minutes, of all players together. What would be more stops removal until " +
      "staff say /doubletake removal on; 0 is off.",
  ),
  "scan-interval": integer(200, 1, "Ticks between two scans of all players' inventories (20 ticks are a second)."),
  "known-items-ttl-ms": integer(
    600_000,
    1000,
    "Milliseconds after which an item that nobody touched leaves the memory (the store keeps it).",
  ),
  detection: choice(
    DETECTION_MODES,
    "evidence",
    "evidence (two copies, seen twice, are a duplicate) or rule (so is every item that is seen elsewhere than before, at once: " +
      "honest players are accused all the time).",
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
    "Causes (an action, e.g. GIVE), inventories (a place) or worlds whose copies are meant: a fresh id, no alert.",
  ),
  "exempt-materials": list("Materials that are never judged, e.g. minecraft:written_book."),
  "exempt-worlds": list("Worlds in which nothing is judged."),
  "on-proven": list(
    "Console commands to run when a duplicate is proven. {player}, {uuid}, {item}, {material} and {case} are filled in; " +
      "a command is not run with a name that is not safe in it, and one with {player} or {uuid} only when that player acted on the item.",
  ),
  "server-name": text(
    "",
    "This server's name in the store; empty means the name of the server's folder, with PostgreSQL followed by four letters of the world's own id.",
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
      "Days after which transfers, dismissed cases and returned items are forgotten; 0 keeps all.",
    ),
    "archive-after-days": integer(
      0,
      0,
      "Days after which transfers move, a month at a time, into compact Parquet files; 0 is off. They leave the SQL view; history, items, export and report still show them.",
    ),
    "archive-folder": text("", "Where those files lie; empty means the folder archive beside this file."),
    "journal-limit-mb": integer(1024, 1, "postgres only: how much the journal may hold while the database is away."),
    "postgres-partitions": integer(
      0,
      0,
      "postgres only, for a new database: into how many tables what is kept per item is split, for very many items; 0 is one.",
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
      "Stackable materials to keep a ledger of, each with the excess that raises an alert; empty is off.",
    ),
    "interval-ticks": integer(6000, 20, "Ticks between two reconciliations."),
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
