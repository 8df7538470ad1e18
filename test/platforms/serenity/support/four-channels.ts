import { join } from "node:path";
import { answer, redirectTo } from "../../../delivery/support/behaviours.ts";
import { ChatServer } from "../../../delivery/support/chat-server.ts";
import { botChatRules, embedChatRules, genericRules, hookChatRules } from "../../../delivery/support/platform-rules.ts";

/** Part of every secret, so that one search finds any of them. */
export const MARK = "s3cret";
export const CHAT_ID = "-1009988776655";
const BOT_TOKEN = `98765:AA-${MARK}-bot`;

/** Makes a server trust the secure ones among these. */
export const TRUST = {
  NODE_EXTRA_CA_CERTS: join(import.meta.dirname, "../../../delivery/support/localhost-certificate.pem"),
};

/** All four platforms on this machine, two of them by HTTPS. */
export class FourChannels {
  readonly embed: ChatServer;
  readonly bot: ChatServer;
  readonly hook: ChatServer;
  readonly generic: ChatServer;

  private constructor([embed, bot, hook, generic]: readonly [ChatServer, ChatServer, ChatServer, ChatServer]) {
    this.embed = embed;
    this.bot = bot;
    this.hook = hook;
    this.generic = generic;
  }

  static async start(): Promise<FourChannels> {
    const servers = await Promise.all([
      ChatServer.start({ rules: embedChatRules, isSecure: true }),
      ChatServer.start({ rules: botChatRules(BOT_TOKEN), success: answer(200, { ok: true, result: {} }) }),
      ChatServer.start({ rules: hookChatRules, success: answer(200, "ok"), isSecure: true }),
      ChatServer.start({ rules: genericRules, success: answer(200, "") }),
    ]);
    return new FourChannels(servers);
  }

  get all(): readonly ChatServer[] {
    return [this.embed, this.bot, this.hook, this.generic];
  }

  /** The `notifications` section of config.yml, with every kind of secret in it. */
  get section(): object {
    const { embed, bot, hook, generic } = this;
    const withPassword = generic.origin.replace("//", `//staff:${MARK}-password@`);
    return {
      embed_chat: { enabled: true, webhook_url: `${embed.origin}/api/webhooks/4711/${MARK}-embed` },
      bot_chat: { enabled: true, bot_token: BOT_TOKEN, chat_id: Number(CHAT_ID), api_url: bot.origin },
      hook_chat: { enabled: true, webhook_url: `${hook.origin}/services/T0/B0/${MARK}-hook` },
      generic: { enabled: true, url: `${withPassword}/in?key=${MARK}-key` },
    };
  }

  /** From now on each fails in another way. Those that answer repeat what they were sent. */
  fail(): void {
    const { embed, bot, hook, generic } = this;
    embed.habit = redirectTo(`https://elsewhere.example/api/webhooks/4711/${MARK}-embed`, 302);
    bot.habit = (request, response) => response.writeHead(401).end(`${request.url} is not known`);
    hook.habit = (request, response) => response.writeHead(404, `no ${MARK}`).end(request.url);
    generic.habit = (request, response) => response.writeHead(403).end(JSON.stringify(request.headers));
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((server) => server.close()));
  }
}
