/** Into how many parts tables keyed by item are split: one in the gate, several in the full run, whose other conditions differ as well. */
export const itemParts = Number(process.env.DOUBLETAKE_ITEM_PARTS ?? 0);
