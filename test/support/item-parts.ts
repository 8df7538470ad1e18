/** How many parts tables keyed by item are split into. They are not split in the gate, only in the full run, with its other conditions. */
export const itemParts = Number(process.env.DOUBLETAKE_ITEM_PARTS ?? 0);
