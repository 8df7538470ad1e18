import { ALERT_TYPES, type Alert } from "../model/alert.ts";
import { canonicalItemId } from "../model/item-id.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { PLUGIN_NAME } from "../model/this-plugin.ts";

/**
 * The alert of section 4.1's `sendDuplicateAlert`. For the burst rule, its first player counts. Whatever another plugin passes in becomes
 * text.
 */
export function duplicateAlert(
  itemId: string,
  players: readonly string[],
  locations: readonly string[],
  timestamp: number,
): Alert {
  return {
    plugin: PLUGIN_NAME,
    type: "DUPLICATE_ITEM",
    severity: ALERT_TYPES.DUPLICATE_ITEM,
    player: String(players[0] ?? ""),
    playerUuid: NIL_UUID,
    material: "",
    details: "",
    timestamp,
    itemId: canonicalItemId(itemId) ?? String(itemId),
    caseNumber: 0,
    players: players.map(String),
    locations: locations.map(String),
    actual: locations.length,
    expected: 1,
    copies: [],
    server: "",
  };
}
