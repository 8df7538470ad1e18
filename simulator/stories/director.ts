import { GOODS_FAMILIES } from "../families/goods/index.ts";
import { FAMILIES } from "../families/index.ts";
import type { Knobs } from "../knobs.ts";
import { LOOK_ALIKES } from "../look-alikes/index.ts";
import type { Random } from "../random.ts";
import type { World } from "../world/world.ts";
import { CastingOffice } from "./casting-office.ts";
import { PHASES, type Phase, type Script, type StoryKind } from "./script.ts";
import type { Server } from "./server.ts";
import { Story } from "./story.ts";

interface Telling {
  readonly story: Story;
  readonly script: Script;
  /** The tick in which it goes on. */
  tick: number;
  phase: Phase;
}

/** Chooses which stories are told, and moves each of them on in its tick and phase. */
export class Director {
  readonly #world: World;
  readonly #knobs: Knobs;
  readonly #server: Server;
  readonly #office: CastingOffice;
  readonly #tellings = new Set<Telling>();
  readonly #told = new Map<string, number>();
  #stories = 0;
  /** No new stories: the run is about to end. */
  isClosing = false;

  constructor(world: World, server: Server) {
    this.#world = world;
    this.#knobs = world.knobs;
    this.#server = server;
    this.#office = new CastingOffice(world);
  }

  /** How often each kind was told. Twins are counted apart (`D01`, `D01 twin`). */
  get told(): ReadonlyMap<string, number> {
    return this.#told;
  }

  get underWay(): number {
    return this.#tellings.size;
  }

  isExtra(account: Parameters<CastingOffice["isExtra"]>[0]): boolean {
    return this.#office.isExtra(account);
  }

  /** Begins new stories, in the phase `acts`. */
  begin(): void {
    if (this.isClosing || this.#server.isGoingDown) return;
    const { exploitsPerThousand, lookAlikesPerThousand, actsPerTick } = this.#knobs;
    const { exploits, lookAlikes } = this.#world.streams;
    if (exploits.chance((exploitsPerThousand / 1000) * actsPerTick)) {
      const families = this.#knobs.goods === undefined ? FAMILIES : GOODS_FAMILIES;
      this.#tell(this.#choose(families, exploits), exploits);
    }
    if (lookAlikes.chance((lookAlikesPerThousand / 1000) * actsPerTick)) {
      this.#tell(this.#choose(LOOK_ALIKES, lookAlikes), lookAlikes);
    }
  }

  /** Tells one kind of story, starting with the next acts, whatever the rates say. */
  tell(id: string, isFaulty = true): void {
    const kind = [...FAMILIES, ...GOODS_FAMILIES, ...LOOK_ALIKES].find((candidate) => candidate.id === id);
    if (kind === undefined) throw new RangeError(`There is no story ${id}.`);
    this.#begin(kind, isExploit(kind) ? this.#world.streams.exploits : this.#world.streams.lookAlikes, isFaulty);
  }

  /** Moves the stories on that are due in this phase. */
  run(phase: Phase): void {
    const tick = this.#world.tick;
    for (const telling of this.#tellings) {
      if (telling.phase === phase && telling.tick <= tick) this.#advance(telling);
    }
  }

  /** Ends all stories where they stand, because the server goes down. Only the story that took it down goes on. */
  abandonAll(except?: Story): void {
    for (const telling of this.#tellings) {
      if (telling.story === except) continue;
      telling.story.abandon();
      this.#tellings.delete(telling);
    }
  }

  #choose(kinds: readonly StoryKind[], random: Random): StoryKind | undefined {
    const { storyWeights } = this.#knobs;
    const possible = kinds.filter(({ needs }) => needs === undefined);
    const weights = Object.fromEntries(possible.map(({ id }) => [id, storyWeights[id] ?? 1]));
    const id = random.weighted(weights);
    return possible.find((kind) => kind.id === id);
  }

  #tell(kind: StoryKind | undefined, random: Random): void {
    if (kind === undefined || !this.#office.hasFree) return;
    const isFaulty = isExploit(kind)
      ? !random.chance(this.#knobs.twinShare)
      : kind.hasUnannouncedTwin === true && this.#knobs.exploitsPerThousand > 0 && random.chance(this.#knobs.twinShare);
    this.#begin(kind, random, isFaulty);
  }

  #begin(kind: StoryKind, random: Random, isFaulty: boolean): void {
    const label = isExploit(kind) === isFaulty ? kind.id : `${kind.id} twin`;
    this.#told.set(label, (this.#told.get(label) ?? 0) + 1);
    const story = new Story(kind.id, ++this.#stories, this.#world, this.#server, this.#office, random, isFaulty);
    const telling: Telling = { story, script: kind.tell(story), tick: this.#world.tick, phase: "acts" };
    this.#tellings.add(telling);
  }

  #advance(telling: Telling): void {
    const { value, done } = telling.script.next();
    if (done) {
      this.#tellings.delete(telling);
      telling.story.finish();
      return;
    }
    const now = this.#world.tick;
    if (typeof value === "number") {
      telling.tick = now + Math.max(1, value);
      telling.phase = "acts";
      return;
    }
    telling.tick = PHASES.indexOf(value) > PHASES.indexOf(telling.phase) ? now : now + 1;
    telling.phase = value;
  }
}

function isExploit({ id }: StoryKind): boolean {
  return !id.startsWith("H");
}
