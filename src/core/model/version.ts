/** Our own version, as package.json has it; the status command shows it. */
export const VERSION = "1.0.0";
