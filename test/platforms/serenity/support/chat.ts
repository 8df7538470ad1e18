import { randomUUID } from "node:crypto";
import { readableName, withoutColours } from "../../../../src/index.ts";
import type { Connection } from "./login.ts";
import { until } from "./wait.ts";

interface AvailableCommands {
  command_data: { name: string; overloads: { parameters: Parameter[] }[] }[];
  dynamic_enums: { name: string; values: string[] }[];
}

interface Parameter {
  parameter_name: string;
  value_type: number | string;
  enum_type: string;
}

/** Lines that are no answer: notices of first ids, which come once a second at any time, and "Looking…", which comes before the answer. */
const NO_ANSWER = /got an id$|^(§.)*\p{L}[\p{L} ]*…$/u;

/** Text in both directions. Serenity 0.8.21 answers commands by chat lines, not by command_output. */
export class Chat {
  /** Every line this client was shown, oldest first, colour codes included. */
  readonly lines: string[] = [];
  /** Every key that this client was given to show in its own language. */
  readonly keys: string[] = [];
  #commands: AvailableCommands = { command_data: [], dynamic_enums: [] };
  readonly #connection: Connection;
  readonly #name: string;

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
    connection.on("text", (packet: { message: string; source_name?: string }) => {
      const text = this.#unwrap(packet.message);
      this.lines.push(packet.source_name ? `<${packet.source_name}> ${text}` : text);
    });
    connection.on("command_output", (packet: { output: { message_id: string; parameters: string[] }[] }) => {
      for (const line of packet.output) this.lines.push([line.message_id, ...line.parameters].join(" "));
    });
    connection.on("available_commands", (packet: AvailableCommands) => {
      this.#commands = packet;
    });
    connection.on("update_soft_enum", (packet: { enum_type: string; options: string[]; action_type: string }) => {
      const list = this.#commands.dynamic_enums.find(({ name }) => name === packet.enum_type);
      if (list !== undefined && packet.action_type === "update") list.values = packet.options;
    });
  }

  /** Serenity wraps its messages as {"rawtext":[{"text":...}]}. */
  #unwrap(message: string): string {
    if (!message.startsWith('{"rawtext"')) return message;
    const { rawtext } = JSON.parse(message) as { rawtext: { text?: string; translate?: string }[] };
    for (const { translate } of rawtext) if (translate !== undefined) this.keys.push(translate);
    return rawtext.map(({ text, translate }) => text ?? nameOf(translate ?? "")).join("");
  }

  say(message: string): void {
    this.#connection.write("text", {
      needs_translation: false,
      category: "authored",
      type: "chat",
      source_name: this.#name,
      message,
      xuid: "",
      platform_chat_id: "",
      has_filtered_message: false,
    });
  }

  /** Sends a command and does not wait. */
  send(command: string): void {
    this.#connection.write("command_request", {
      command: command.startsWith("/") ? command : `/${command}`,
      origin: { type: "player", uuid: randomUUID(), request_id: "", player_entity_id: 0n },
      internal: false,
      version: "latest",
    });
  }

  /** Sends a command and resolves with the lines of its answer: it waits for the first line, and then until none has come for `quietMs`. */
  async run(command: string, quietMs = 60): Promise<string[]> {
    const before = this.lines.length;
    this.send(command);
    await until(`an answer to ${command}`, () => this.lines.slice(before).some((line) => !NO_ANSWER.test(line)));
    let seen = 0;
    while (seen !== this.lines.length) {
      seen = this.lines.length;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    return this.lines.slice(before).filter((line) => !NO_ANSWER.test(line));
  }

  /** Sends a command and resolves with the line of its answer that matches. Other lines may come between: staff are told of what others do. */
  ask(command: string, answer: RegExp): Promise<string> {
    const since = this.lines.length;
    this.send(command);
    return this.waitFor(answer, since);
  }

  /** Resolves with the first line that matches and is not older than `since` lines. */
  waitFor(pattern: RegExp, since = 0): Promise<string> {
    return until(`a line like ${pattern}`, () =>
      this.lines.slice(since).find((line) => pattern.test(withoutColours(line))),
    );
  }

  /** Names of the commands this player may complete. */
  get commands(): string[] {
    return this.#commands.command_data.map((command) => command.name);
  }

  /** The words of a list, by the list's name. */
  wordsOf(list: string): string[] | undefined {
    return this.#commands.dynamic_enums.find(({ name }) => name === list)?.values;
  }

  /** The words that this player is offered after a command's name. */
  subcommands(command: string): string[] {
    const data = this.#commands.command_data.find((candidate) => candidate.name === command);
    return (data?.overloads ?? []).map(({ parameters }) => parameters[0]?.parameter_name ?? "");
  }

  /** For each overload of a command, its parameters: the values that the client would offer, or otherwise the parameter's name. */
  completions(command: string): (string[] | string)[][] {
    const data = this.#commands.command_data.find((candidate) => candidate.name === command);
    return (data?.overloads ?? []).map((overload) =>
      overload.parameters.map((parameter) => {
        if (parameter.enum_type !== "soft_enum") return parameter.parameter_name;
        return this.#commands.dynamic_enums[Number(parameter.value_type)]?.values ?? parameter.parameter_name;
      }),
    );
  }
}

/** The English name of an item with a regular key. */
function nameOf(key: string): string {
  const [, id] = /^(?:item|tile)\.([a-z_]+)\.name$/.exec(key) ?? [];
  return id === undefined ? key : readableName(id);
}
