/** How a material is shown and compared: `minecraft:diamond_sword` and `Diamond Sword` are both `DIAMOND_SWORD`. */
export function materialName(material: string): string {
  const name = material.startsWith("minecraft:") ? material.slice("minecraft:".length) : material;
  return name.replaceAll(/[\s-]+/g, "_").toUpperCase();
}
