/** The game's version in which flying-squid is measured: the one that `npm start` runs. */
export const VERSION = "1.21.4";
