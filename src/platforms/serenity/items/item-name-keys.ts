/**
 * The key by which Bedrock clients name an item in their own language. Serenity knows no keys, clients show an unknown key as
 * it is, and many keys follow no rule. So this covers unstackable items and the materials that ledgers watch, as in the game's
 * own en_US.lang of 1.26.
 */
export function itemNameKey(material: string): string | undefined {
  const id = material.toLowerCase();
  if (ITEMS.test(id)) return `item.${id}.name`;
  if (BLOCKS.test(id)) return `tile.${id}.name`;
  const [, colour] = /^(.+)_shulker_box$/.exec(id) ?? [];
  if (colour !== undefined) return shulkerBoxKey(colour);
  const [, wood, chest] = /^(.+?)(_chest)?_(?:boat|raft)$/.exec(id) ?? [];
  if (wood !== undefined && WOODS.has(wood)) {
    return `item.${chest === undefined ? "boat" : "chest_boat"}.${wood === "dark_oak" ? "big_oak" : wood}.name`;
  }
  return OTHERS[id];
}

const ITEMS = new RegExp(
  `^(?:${[
    "(?:wooden|stone|copper|iron|golden|diamond|netherite)_(?:sword|axe|pickaxe|shovel|hoe|spear)",
    "(?:leather|chainmail|copper|iron|golden|diamond|netherite)_(?:helmet|chestplate|leggings|boots)",
    "(?:copper|netherite)_horse_armor|(?:copper|iron|golden|diamond|netherite)_nautilus_armor|turtle_helmet|wolf_armor",
    "(?:white|light_gray|gray|black|brown|red|orange|yellow|lime|green|cyan|light_blue|blue|purple|magenta|pink)_harness",
    "(?:field_masoned|piglin|creeper|guster|flower|skull|mojang|bordure_indented|globe|flow)_banner_pattern",
    "minecart|(?:chest|hopper|tnt|command_block)_minecart",
    "(?:rabbit|mushroom|suspicious)_stew|beetroot_soup",
    "bow|crossbow|trident|mace|shield|elytra|shears|brush|spyglass|fishing_rod|flint_and_steel|saddle|goat_horn",
    "enchanted_book|writable_book|warped_fungus_on_a_stick",
    "diamond|emerald|coal|redstone|quartz|(?:gold|iron|netherite)_ingot|netherite_scrap|golden_apple|apple",
  ].join("|")})$`,
);

const BLOCKS = /^(?:bed|(?:diamond|emerald|gold|iron|netherite)_block)$/;

const WOODS = new Set([
  "oak",
  "spruce",
  "birch",
  "jungle",
  "acacia",
  "dark_oak",
  "pale_oak",
  "mangrove",
  "cherry",
  "bamboo",
]);

const OTHERS: Readonly<Record<string, string | undefined>> = {
  water_bucket: "item.bucketWater.name",
  lava_bucket: "item.bucketLava.name",
  powder_snow_bucket: "item.bucketPowderSnow.name",
  milk_bucket: "item.milk.name",
  cod_bucket: "item.bucketFish.name",
  salmon_bucket: "item.bucketSalmon.name",
  tropical_fish_bucket: "item.bucketTropical.name",
  pufferfish_bucket: "item.bucketPuffer.name",
  axolotl_bucket: "item.bucketAxolotl.name",
  tadpole_bucket: "item.bucketTadpole.name",
  leather_horse_armor: "item.horsearmorleather.name",
  iron_horse_armor: "item.horsearmoriron.name",
  golden_horse_armor: "item.horsearmorgold.name",
  diamond_horse_armor: "item.horsearmordiamond.name",
  carrot_on_a_stick: "item.carrotOnAStick.name",
  totem_of_undying: "item.totem.name",
  enchanted_golden_apple: "item.appleEnchanted.name",
};

function shulkerBoxKey(colour: string): string {
  if (colour === "undyed") return "tile.shulkerBox.name";
  if (colour === "light_gray") return "tile.shulkerBoxSilver.name";
  const name = colour
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return `tile.shulkerBox${name}.name`;
}
