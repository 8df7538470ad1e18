/** The game version that is measured: the one that `npm start` runs. */
export const VERSION = "1.21.4";
