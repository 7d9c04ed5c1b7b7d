import type { Plugin } from "vite";
import { iconDrawings } from "../../app/staff-kit/icon-drawings.ts";

/** Writes the class of every icon of the staff kit in place of `@kit-icons;`, for UnoCSS to fill in the drawings. */
export function kitIcons(): Plugin {
  const classes = Object.entries(iconDrawings).map(
    ([name, drawing]) => `.kit-icon-${name} { --icon: icon("i-ph-${drawing}"); }`,
  );
  return {
    name: "kit-icons",
    enforce: "pre",
    transform: {
      filter: { id: /\/staff-kit\/icons\.css($|\?)/ },
      handler: (code) => code.replace("@kit-icons;", classes.join("\n")),
    },
  };
}
