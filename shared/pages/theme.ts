// Bundle: site
export type Theme = "light" | "dark";

/** Key of the remembered theme in local storage. */
export const themeKey = "theme";

/** The media condition under which a picture shows its dark variant, as in the server's HTML. */
export const followsSystem = "(prefers-color-scheme:dark)";

/** The condition that shows the dark variant always (dark) or never (light), whatever the system prefers. */
export function forceCondition(theme: Theme): string {
  return theme === "dark" ? "(min-width:0)" : "(max-width:0)";
}
