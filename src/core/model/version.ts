/** Our own version, the same as in package.json; the status command shows it. */
export const VERSION = "1.0.0";
