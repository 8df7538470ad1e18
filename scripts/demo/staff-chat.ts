import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChatServer } from "../../test/delivery/support/chat-server.ts";
import { embedChatRules } from "../../test/delivery/support/platform-rules.ts";
import { TRUST } from "../../test/platforms/serenity/support/four-channels.ts";
import type { DiscordMessage } from "./discord-message.ts";

/**
 * A Discord channel on this machine. It receives the webhook's messages by HTTPS, and refuses what Discord would refuse. The
 * server sends every hit of the duplicate rule here, which staff would not ask for, to show what a detector by timer would
 * report.
 */
export class StaffChat {
  readonly #server: ChatServer;
  /** Environment variables that make the game server trust it. */
  readonly environment = TRUST;

  private constructor(server: ChatServer) {
    this.#server = server;
  }

  static async start(): Promise<StaffChat> {
    return new StaffChat(await ChatServer.start({ rules: embedChatRules, isSecure: true }));
  }

  /** Writes the configuration of a server that sends its alerts here. */
  configure(dir: string): void {
    const folder = join(dir, "plugins", "doubletake");
    mkdirSync(folder, { recursive: true });
    const notifications = {
      min_severity: "LOW",
      rate_limit_seconds: 0,
      embed_chat: { enabled: true, webhook_url: `${this.#server.origin}/api/webhooks/1/demo` },
    };
    writeFileSync(join(folder, "config.yml"), JSON.stringify({ notifications }), { mode: 0o600 });
  }

  /** The messages so far whose headline matches. */
  messages(headline: RegExp): DiscordMessage[] {
    return this.#server.messages
      .map(({ body }) => body as DiscordMessage)
      .filter(({ content }) => headline.test(content));
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
