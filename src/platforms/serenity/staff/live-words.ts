import type { Player as HostPlayer } from "@serenityjs/core";
import { UpdateSoftEnumData, UpdateSoftEnumPacket, UpdateSoftEnumType } from "@serenityjs/protocol";
import type { CommandRoot, CommandSet, Parameter, Subcommand } from "../../../index.ts";
import type { Game } from "../game.ts";
import { mayUse } from "../serenity-player.ts";
import { isLive, listName } from "./command-enums.ts";

/** A client completes from its own lists, and does not ask the server. Every five seconds we check for changes and send them. */
const EVERY_TICKS = 100;

/** One list of words at the client. */
interface WordList {
  readonly name: string;
  readonly kind: Parameter["kind"];
  readonly subcommand: Subcommand;
  /** Empty words in place of the arguments before this one. */
  readonly before: readonly string[];
  readonly root: string;
}

/**
 * Keeps the words up to date with which Bedrock clients complete case numbers, ids and players. Serenity 0.8.21 sends lists of
 * words as soft enums, which can change later. Everybody who sees a command gets its lists, so the real words are sent only to
 * players who may use them.
 */
export class LiveWords {
  readonly #game: Game;
  readonly #commands: CommandSet;
  readonly #lists: readonly WordList[];
  /** The words that each client has, by list. */
  readonly #sent = new WeakMap<HostPlayer, Map<string, string>>();
  readonly #asking = new WeakSet<HostPlayer>();
  #ticks = 0;

  constructor(game: Game, commands: CommandSet) {
    this.#game = game;
    this.#commands = commands;
    this.#lists = commands.roots.flatMap(listsOf);
    game.ticks.on(() => this.#tick());
  }

  /** Call this when the client is sent its commands again: its lists are then empty. */
  forget(host: HostPlayer): void {
    this.#sent.delete(host);
    this.#ticks = EVERY_TICKS;
  }

  #tick(): void {
    if (++this.#ticks < EVERY_TICKS) return;
    this.#ticks = 0;
    for (const host of this.#game.serenity.players.values()) {
      if (this.#asking.has(host)) continue;
      this.#asking.add(host);
      void this.#update(host).finally(() => this.#asking.delete(host));
    }
  }

  /** Asks once for each kind of argument, and sends the lists that have changed. */
  async #update(host: HostPlayer): Promise<void> {
    const player = this.#game.sessions.of(host);
    if (player === undefined) return;
    const allowed = this.#lists.filter(({ subcommand }) => mayUse(host, subcommand));
    const words = new Map<Parameter["kind"], string[]>();
    for (const { kind, root, subcommand, before } of allowed) {
      if (!words.has(kind))
        words.set(kind, await this.#commands.complete(root, player, [subcommand.name, ...before, ""]));
    }
    if (this.#game.sessions.of(host) !== player) return;
    const sent = this.#sent.get(host) ?? new Map<string, string>();
    this.#sent.set(host, sent);
    for (const { name, kind } of allowed) {
      const values = words.get(kind) ?? [];
      const text = values.join("\n");
      if (sent.get(name) === text) continue;
      sent.set(name, text);
      const packet = new UpdateSoftEnumPacket();
      packet.enumName = name;
      packet.values = new UpdateSoftEnumData(values);
      packet.updateType = UpdateSoftEnumType.Replace;
      host.send(packet);
    }
  }
}

function listsOf(root: CommandRoot): WordList[] {
  return root.subcommands.flatMap((subcommand) =>
    subcommand.parameters.flatMap((parameter, at) =>
      isLive(parameter)
        ? [
            {
              name: listName(root, subcommand, parameter),
              kind: parameter.kind,
              subcommand,
              before: Array<string>(at).fill(""),
              root: root.name,
            },
          ]
        : [],
    ),
  );
}
