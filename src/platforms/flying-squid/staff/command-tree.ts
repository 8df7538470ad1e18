import type { CommandRoot } from "../../../index.ts";
import type { SquidPlayer, SquidServer } from "../squid-server.ts";

const ROOT = 0;
const LITERAL = 1;
const ARGUMENT = 2;

interface Node {
  readonly flags: object;
  readonly children: readonly number[];
  readonly extraNodeData?: object;
}

/**
 * Tells a client from 1.13 on which commands we have, and that it should ask the server for completions. Without this, the game
 * marks our commands as wrong and completes nothing. flying-squid 1.12 sends no commands of its own.
 */
export function sendCommandTree(serv: SquidServer, { _client }: SquidPlayer, roots: readonly CommandRoot[]): void {
  if (!serv.supportFeature("theFlattening")) return;
  const names = roots.flatMap(({ name, aliases }) => [name, ...aliases]);
  const nodes: Node[] = [{ flags: flags(ROOT), children: names.map((_, at) => 1 + 2 * at) }];
  for (const [at, name] of names.entries()) {
    nodes.push({ flags: flags(LITERAL), children: [2 + 2 * at], extraNodeData: { name } }, rest());
  }
  _client.write("declare_commands", { nodes, rootIndex: 0 });
}

function rest(): Node {
  const extraNodeData = {
    name: "words",
    parser: "brigadier:string",
    properties: "GREEDY_PHRASE",
    suggestionType: "minecraft:ask_server",
  };
  return { flags: flags(ARGUMENT), children: [], extraNodeData };
}

function flags(type: number): object {
  return {
    unused: 0,
    has_custom_suggestions: type === ARGUMENT ? 1 : 0,
    has_redirect_node: 0,
    has_command: type === ROOT ? 0 : 1,
    command_node_type: type,
  };
}
