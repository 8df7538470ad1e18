export const LANGUAGES = ["en", "pt_BR", "es", "de", "ru", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
