import { h } from "./dom.ts";
import { text } from "./texts.ts";

/**
 * Follows the system until the reader chooses. The choice is not stored: a report that is opened from disk may not be allowed
 * to.
 */
export function themeButton(onChange: () => void): HTMLElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const button = h("button", { class: "button theme", type: "button" });
  const label = (): void => {
    button.textContent = text(isDark() ? "report.theme.light" : "report.theme.dark");
    button.setAttribute("aria-label", text(isDark() ? "report.theme.use-light" : "report.theme.use-dark"));
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
    onChange();
  });
  system.addEventListener("change", () => {
    label();
    onChange();
  });
  label();
  return button;
}
