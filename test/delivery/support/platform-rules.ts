import type { Received, Rules } from "./chat-server.ts";

/** The published limits of each platform, checked as the platform would check them. A message that breaks one is answered with 400. */

export const embedChatRules: Rules = ({ headers, body }) => {
  const message = body as { content?: unknown; embeds?: unknown; allowed_mentions?: { parse?: unknown } };
  if (!isJson(headers) || typeof body !== "object" || body === null) return "no JSON object";
  if (message.content !== undefined && !isText(message.content, 0, 2000)) return "content";
  const embeds = (message.embeds ?? []) as unknown[];
  if (!Array.isArray(embeds) || embeds.length > 10) return "embeds";
  if ((message.content ?? "") === "" && embeds.length === 0) return "an empty message";
  if (!Array.isArray(message.allowed_mentions?.parse)) return "allowed_mentions";
  return embeds.map(embedProblem).find((problem) => problem !== undefined);
};

function embedProblem(value: unknown): string | undefined {
  const embed = value as { title?: unknown; color?: unknown; fields?: unknown; timestamp?: unknown };
  if (!isText(embed.title, 0, 256)) return "title";
  if (!Number.isInteger(embed.color) || Number(embed.color) < 0 || Number(embed.color) > 0xffffff) return "color";
  if (new Date(String(embed.timestamp)).toISOString() !== embed.timestamp) return "timestamp";
  const fields = embed.fields as { name?: unknown; value?: unknown }[];
  if (!Array.isArray(fields) || fields.length > 25) return "fields";
  let total = String(embed.title).length;
  for (const { name, value } of fields) {
    if (!isText(name, 1, 256)) return "field name";
    if (!isText(value, 1, 1024)) return "field value";
    total += String(name).length + String(value).length;
  }
  return total > 6000 ? "the embed as a whole" : undefined;
}

export const botChatRules =
  (token: string): Rules =>
  ({ path, headers, body }) => {
    const message = body as { chat_id?: unknown; text?: unknown };
    if (path !== `/bot${token}/sendMessage`) return "not found";
    if (!isJson(headers) || typeof body !== "object" || body === null) return "no JSON object";
    if (!["string", "number"].includes(typeof message.chat_id) || message.chat_id === "") return "chat_id";
    if (!isText(message.text, 1, 4096)) return "text";
    const others = Object.keys(body).filter((key) => key !== "chat_id" && key !== "text");
    return others.length > 0 ? `unexpected ${others}` : undefined;
  };

export const hookChatRules: Rules = ({ headers, body }) => {
  const message = body as { text?: unknown };
  if (!isJson(headers) || typeof body !== "object" || body === null) return "invalid_payload";
  if (!isText(message.text, 1, 40_000)) return "no_text";
  if (/[<>]|&(?!amp;|lt;|gt;)/.test(String(message.text))) return "control characters";
  return undefined;
};

export const genericRules: Rules = ({ headers, body }) => {
  if (!isJson(headers) || typeof body !== "object" || body === null) return "no JSON object";
  const { timestamp, ...texts } = body as Record<string, unknown>;
  const keys = ["details", "material", "player", "playerUuid", "plugin", "severity", "type"];
  if (Object.keys(texts).sort().join() !== keys.join()) return "fields";
  if (!Number.isInteger(timestamp)) return "timestamp";
  return Object.values(texts).every((text) => typeof text === "string") ? undefined : "types";
};

function isJson(headers: Received["headers"]): boolean {
  return headers["content-type"]?.startsWith("application/json") === true;
}

/** Platforms cut white space off before they count. */
function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === "string" && value.isWellFormed() && value.trim().length >= least && value.length <= most;
}
