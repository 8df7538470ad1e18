import type { Connection } from "./login.ts";
import { sleep, until } from "./wait.ts";

export interface Position {
  x: number;
  y: number;
  z: number;
}

/** The server counts a player's position at the feet; packets count it at the eyes. */
const eyeHeight = 1.62;
/** Serenity 0.8.21 refuses a step of 0.4 blocks or more along one axis. A walking player makes about 0.22. */
const stepLength = 0.35;
const tickMs = 50;

/** Walks by player_auth_input, within what the server's movement check allows. */
export class Movement {
  /** Where the feet are, as the client believes or the server last corrected. */
  position: Position = { x: 0, y: 0, z: 0 };
  /** How often the server refused a step. */
  corrections = 0;
  yaw = 0;
  pitch = 0;
  readonly #connection: Connection;
  #tick = 0n;

  constructor(connection: Connection) {
    this.#connection = connection;
    const correct = (packet: { position: Position }) => {
      this.position = { ...packet.position, y: packet.position.y - eyeHeight };
    };
    connection.on("start_game", (packet: { player_position: Position }) => {
      // Only here, the server adds 1.75 instead of the eye height.
      this.position = { ...packet.player_position, y: packet.player_position.y - 1.75 };
    });
    connection.on("correct_player_move_prediction", (packet: { position: Position }) => {
      this.corrections++;
      correct(packet);
    });
    connection.on("move_player", (packet: { runtime_id: number | bigint; position: Position }) => {
      if (BigInt(packet.runtime_id) === BigInt(connection.entityId ?? 0)) correct(packet);
    });
  }

  /** Walks in a straight line, one step a tick, and resolves there. It makes about 7 blocks a second, a little faster than a sprint. */
  async walkTo(target: Position): Promise<void> {
    for (;;) {
      const { x, y, z } = this.position;
      const way = { x: target.x - x, y: target.y - y, z: target.z - z };
      const length = Math.hypot(way.x, way.y, way.z);
      if (length < 0.01) return;
      const share = Math.min(1, stepLength / length);
      this.input({ delta: { x: way.x * share, y: way.y * share, z: way.z * share } });
      await sleep(tickMs);
    }
  }

  /**
   * Claims to be at `target` without any movement. Serenity 0.8.21 compares the new position with itself, so it believes this. It saves a
   * test the walk. Returns at once, because the server handles packets in order.
   */
  warpTo(target: Position): void {
    this.position = { ...target };
    this.input({});
  }

  /** Looks in a direction. Dropped items fly that way. Pitch 90 is straight down. */
  look(yaw: number, pitch: number): void {
    this.yaw = yaw;
    this.pitch = pitch;
    this.input({});
  }

  /** Waits until the server has put the player near `target`, after a teleport for instance. */
  async arriveAt(target: Position, distance = 1): Promise<void> {
    await until(`being at ${JSON.stringify(target)}`, () => {
      const { x, y, z } = this.position;
      return Math.hypot(target.x - x, target.y - y, target.z - z) <= distance;
    });
  }

  /** One tick of input: a step, flags such as `start_sneaking`, and acts on blocks. */
  input(options: { delta?: Position; flags?: Record<string, true>; blockActions?: object[] }): void {
    const delta = options.delta ?? { x: 0, y: 0, z: 0 };
    this.position = { x: this.position.x + delta.x, y: this.position.y + delta.y, z: this.position.z + delta.z };
    const blocks = options.blockActions ? { block_action: true } : {};
    this.#connection.write("player_auth_input", {
      pitch: this.pitch,
      yaw: this.yaw,
      position: { ...this.position, y: this.position.y + eyeHeight },
      move_vector: { x: 0, z: 0 },
      head_yaw: this.yaw,
      input_data: { vertical_collision: true, ...options.flags, ...blocks },
      input_mode: "mouse",
      play_mode: "screen",
      interaction_model: "crosshair",
      interact_rotation: { x: 0, z: 0 },
      tick: ++this.#tick,
      delta,
      block_action: options.blockActions,
      analogue_move_vector: { x: 0, z: 0 },
      camera_orientation: { x: 0, y: 0, z: 0 },
      raw_move_vector: { x: 0, z: 0 },
    });
  }
}
