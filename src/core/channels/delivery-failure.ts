import type { Messages } from "../messages/messages.ts";

/** Why a message did not arrive. The list is closed, so that nothing a server or a library says (an address, say) gets in. */
export type DeliveryFailure =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "rate-limited"; readonly seconds: number }
  | { readonly kind: "redirected"; readonly status: number }
  | { readonly kind: "timed-out" }
  | { readonly kind: "refused" }
  | { readonly kind: "unknown-host" }
  | { readonly kind: "certificate"; readonly code: string }
  | { readonly kind: "broken"; readonly code: string };

/** In the language of the messages. */
export function describeFailure(messages: Messages, failure: DeliveryFailure): string {
  switch (failure.kind) {
    case "answered":
      return messages.text("notifications.failure.answered", { status: failure.status });
    case "rate-limited":
      return messages.text("notifications.failure.rate-limited", { seconds: failure.seconds });
    case "redirected":
      return messages.text("notifications.failure.redirected", { status: failure.status });
    case "timed-out":
      return messages.text("notifications.failure.timed-out", {});
    case "refused":
      return messages.text("notifications.failure.refused", {});
    case "unknown-host":
      return messages.text("notifications.failure.unknown-host", {});
    case "certificate":
      return messages.text("notifications.failure.certificate", { code: failure.code });
    case "broken":
      return messages.text("notifications.failure.broken", { code: failure.code });
  }
}
