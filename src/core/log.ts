/** Where console lines go. They are always English, and never hold a secret. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}
