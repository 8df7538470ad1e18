import type { NotificationSettings } from "../config/settings.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { PLUGIN_NAME } from "../model/this-plugin.ts";
import { testTextOf } from "./alert-texts.ts";
import type { Channel } from "./channel.ts";
import { cutText } from "./cut-text.ts";
import { plainName, plainText } from "./plain-text.ts";

/** The format has no limit of its own, but a receiver should not have to expect a book. */
const MAX_DETAILS = 8192;

/** The eight fields of section 4.3, for the operator's own program. */
interface GenericBody {
  readonly plugin: string;
  /** An alert type, or `TEST` for `notify test`. */
  readonly type: string;
  readonly severity: string;
  readonly player: string;
  readonly playerUuid: string;
  readonly material: string;
  readonly details: string;
  readonly timestamp: number;
}

export function genericChannel({ generic: { enabled, url } }: NotificationSettings): Channel {
  return {
    name: "generic",
    isEnabled: enabled,
    required: { url },
    addressKey: "url",
    address: url,
    alertBody({ plugin, type, severity, player, playerUuid, material, details, timestamp }) {
      return {
        plugin,
        type,
        severity,
        player: plainName(player),
        playerUuid,
        material: plainName(material),
        details: cutText(plainText(details), MAX_DETAILS),
        timestamp,
      } satisfies GenericBody;
    },
    testBody(messages, timestamp) {
      return {
        plugin: PLUGIN_NAME,
        type: "TEST",
        severity: "LOW",
        player: "",
        playerUuid: NIL_UUID,
        material: "",
        details: testTextOf(messages),
        timestamp,
      } satisfies GenericBody;
    },
  };
}
