import { h } from "./dom.ts";

/** Follows the system until the reader chooses. A report opened from disk may not be allowed to remember that. */
export function themeButton(onChange: () => void): HTMLElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const button = h("button", { class: "button theme", type: "button" });
  const label = (): void => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
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
