import {
  type Caller,
  type CommandSet,
  type Form,
  groundPlace,
  type Item,
  type Location,
  type LookHints,
  locationOfPlace,
  type PlaceKey,
  type Platform,
  type Recipe,
  type StackVisitor,
  withoutColours,
} from "../core/index.ts";
import { FakeItem, type FakeStack, fakeStack } from "./fake-item.ts";
import { FakePlayer } from "./fake-player.ts";

/** A stack lying in the world. */
interface GroundStack {
  readonly entity: string;
  readonly stack: FakeStack;
  readonly location: Location;
}

/** The beginning of a button's text, or a function that does something first and then returns it. */
export type FormPress = string | (() => string);

/** A game server of a few slots, with which whole stories can be told. It changes only when a test says so. */
export class FakePlatform implements Platform {
  readonly name = "fake";
  readonly version = "1.0";
  /** The forms that were shown since `answerForms`, without colours. */
  readonly shownForms: Form[] = [];
  /** Absent, as in games without forms, until a test calls `answerForms`. */
  showForm?: NonNullable<Platform["showForm"]>;
  /** Everything that was run as the console. */
  readonly consoleCommands: string[] = [];
  /** Recipes, by the name of the material that they make. */
  readonly recipes = new Map<string, readonly Recipe[]>();
  readonly #players: FakePlayer[] = [];
  readonly #chests = new Map<PlaceKey, (FakeStack | undefined)[]>();
  readonly #ground = new Map<string, GroundStack>();
  /** Where each entity that carries items is. */
  readonly #carriers = new Map<PlaceKey, Location>();
  readonly #dark = new Set<PlaceKey>();
  readonly #gone = new Set<PlaceKey>();
  readonly #tickers = new Set<() => void>();
  #commands: CommandSet | undefined;
  #entities = 0;

  /** Lets a player in. Only the name is needed; the same name is always the same account. */
  join(name: string, options: ConstructorParameters<typeof FakePlayer>[1] = {}): FakePlayer {
    const player = new FakePlayer(name, options);
    this.#players.push(player);
    return player;
  }

  leave(player: FakePlayer): void {
    this.#players.splice(this.#players.indexOf(player), 1);
  }

  /** Ends a tick. */
  tick(count = 1): void {
    for (let tick = 0; tick < count; tick++) for (const ticker of this.#tickers) ticker();
  }

  /** The slots of a container, made when it is first asked for. */
  chest(place: PlaceKey): (FakeStack | undefined)[] {
    const slots = this.#chests.get(place) ?? [];
    this.#chests.set(place, slots);
    return slots;
  }

  /** Puts an entity that carries items at this location, and returns its slots. */
  carrier(place: PlaceKey, at: Location): (FakeStack | undefined)[] {
    this.#carriers.set(place, at);
    return this.chest(place);
  }

  /** Makes the place dark, and no save brings it back. */
  vanish(place: PlaceKey): void {
    this.darken(place);
    this.#gone.add(place);
  }

  drop(stack: FakeStack, location: Location): string {
    const entity = `item-${++this.#entities}`;
    this.#ground.set(entity, { entity, stack, location });
    return entity;
  }

  /** True until the item was picked up, or taken away whole. */
  isLying(entity: string): boolean {
    return this.#ground.has(entity);
  }

  pickUp(entity: string): FakeStack {
    const { stack } = this.#ground.get(entity)!;
    this.#ground.delete(entity);
    return stack;
  }

  darken(place: PlaceKey): void {
    this.#dark.add(place);
  }

  lighten(place: PlaceKey): void {
    this.#dark.delete(place);
  }

  /** Types a command, as a player or the console does. */
  command(caller: Caller, line: string): void {
    const [root = "", ...words] = line.replace(/^\//, "").split(" ").filter(Boolean);
    this.#commands?.run(root, caller, words);
  }

  complete(caller: Caller, line: string): Promise<string[]> {
    const [root = "", ...words] = line.replace(/^\//, "").split(" ");
    return this.#commands?.complete(root, caller, words) ?? Promise.resolve([]);
  }

  /**
   * From here on the game has forms. A player who is shown a form presses the button that begins with the next of these texts. After the
   * last text, forms are closed without a button. A function is called when its turn comes, and returns the text.
   */
  answerForms(...presses: FormPress[]): void {
    const left = [...presses];
    this.showForm = async (_player, { title, text, buttons }) => {
      const plain: Form = {
        title: withoutColours(title),
        text: withoutColours(text),
        buttons: buttons.map(withoutColours),
      };
      this.shownForms.push(plain);
      const press = left.shift();
      if (press === undefined) return undefined;
      const wanted = typeof press === "string" ? press : press();
      const at = plain.buttons.findIndex((button) => button.startsWith(wanted));
      if (at < 0) throw new Error(`The form "${plain.title}" has no button "${wanted}": ${plain.buttons.join(" | ")}`);
      return at;
    };
  }

  players(): Iterable<FakePlayer> {
    return this.#players;
  }

  onTick(callback: () => void): () => void {
    this.#tickers.add(callback);
    return () => this.#tickers.delete(callback);
  }

  *places(): Iterable<PlaceKey> {
    const grounds = [...this.#ground.values()].map(({ location }) => groundPlace(location));
    for (const place of new Set([...this.#chests.keys(), ...grounds])) if (!this.#dark.has(place)) yield place;
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    if (this.#dark.has(place)) return false;
    if (place.startsWith("player:")) {
      const player = this.#players.find((candidate) => candidate.place === place);
      player?.showSlots(see, hints?.unstackableOnly);
      return player !== undefined;
    }
    const location = locationOfPlace(place) ?? this.#carriers.get(place);
    for (const [slot, stack] of (this.#chests.get(place) ?? []).entries()) {
      if (stack && location) see(new FakeItem(stack), String(slot), location);
    }
    for (const { entity, stack, location: at } of this.#ground.values()) {
      if (groundPlace(at) === place) see(new FakeItem(stack), entity, at);
    }
    return true;
  }

  isGone(place: PlaceKey): boolean {
    return this.#gone.has(place);
  }

  locationOf(place: PlaceKey): Location | undefined {
    return this.#carriers.get(place);
  }

  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    const slots = this.#slotsOf(place);
    const at = slots?.findIndex((stack, index) => stack === item.stack && this.#slotName(place, index) === slot);
    if (slots === undefined || at === undefined || at < 0) return this.#removeFromGround(slot, item, count);
    const stack = slots[at]!;
    // A whole stack leaves its slot as it is: it may be in another slot, too.
    if (stack.count <= count) slots[at] = undefined;
    else stack.count -= count;
    return true;
  }

  replace(place: PlaceKey, slot: string, item: Item, by: Item): boolean {
    const slots = this.#slotsOf(place);
    const at = slots?.findIndex((stack, index) => stack === item.stack && this.#slotName(place, index) === slot) ?? -1;
    const lying = this.#ground.get(slot);
    if (at >= 0) slots![at] = by.stack as FakeStack;
    else if (lying?.stack === item.stack && groundPlace(lying.location) === place)
      this.#ground.set(slot, { ...lying, stack: by.stack as FakeStack });
    else return false;
    return true;
  }

  createItem(material: string): FakeItem | undefined {
    return material.includes("no_such") ? undefined : new FakeItem(fakeStack(material));
  }

  decodeItem(data: Uint8Array): FakeItem | undefined {
    try {
      return FakeItem.decode(data);
    } catch {
      // Not what `encode` wrote.
      return undefined;
    }
  }

  itemOf(stack: object): FakeItem | undefined {
    return "material" in stack && "inside" in stack ? new FakeItem(stack as FakeStack) : undefined;
  }

  playerOf(player: object): FakePlayer | undefined {
    return this.#players.find((candidate) => candidate === player);
  }

  recipesFor(material: string): readonly Recipe[] {
    return this.recipes.get(material) ?? [];
  }

  runConsoleCommand(line: string): void {
    this.consoleCommands.push(line);
  }

  registerCommands(commands: CommandSet): void {
    this.#commands = commands;
  }

  #slotsOf(place: PlaceKey): (FakeStack | undefined)[] | undefined {
    return this.#players.find((player) => player.place === place)?.slots ?? this.#chests.get(place);
  }

  #slotName(place: PlaceKey, index: number): string {
    return place.startsWith("player:") ? FakePlayer.slotName(index) : String(index);
  }

  #removeFromGround(entity: string, item: Item, count: number): boolean {
    const lying = this.#ground.get(entity);
    if (lying === undefined || lying.stack !== item.stack) return false;
    if (lying.stack.count <= count) this.#ground.delete(entity);
    else lying.stack.count -= count;
    return true;
  }
}
