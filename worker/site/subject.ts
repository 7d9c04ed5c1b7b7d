import { singleKeysKey } from "#shared/pages/single-keys.ts";
import { themeKey } from "#shared/pages/theme.ts";
import type { Subject } from "../lib/subject.ts";

/** What any page may leave in a browser, whoever is signed in. */
export const subject = {
  storage: [
    { keys: [themeKey], kind: "local", purpose: "“light” or “dark”", life: "When you press the theme button" },
    {
      keys: [singleKeysKey],
      kind: "local",
      purpose: "Whether shortcuts of a single key are on. Staff pages only",
      life: "When one of our staff switches them",
    },
    {
      // The names are React Router's own.
      keys: ["react-router-scroll-positions", "remix-router-transitions", "react-router-manifest-version"],
      kind: "session",
      purpose: "Scroll positions and technical notes of the page framework. Not sent to us",
      life: "Until the tab is closed",
    },
  ],
} as const satisfies Subject;
