import type { Plugin } from "vite";
import { readColours, tokensFile } from "../lib/tokens.ts";

/** The second is for staff: one module for both would be a file of its own, which public pages would have to load. */
const virtualIds = new Set(["virtual:token-colours", "virtual:token-colours/staff"]);

/** Exports from `virtual:token-colours` the colours of tokens.css that pages and the manifest tell the browser. */
export function tokenColours(): Plugin {
  return {
    name: "token-colours",
    resolveId(id) {
      return virtualIds.has(id) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!virtualIds.has(id.replace("\0", ""))) return undefined;
      this.addWatchFile(tokensFile);
      const colour = readColours();
      const named = {
        lightPage: colour("bg"),
        darkPage: colour("bg", "dark"),
        brandGround: colour("band"),
        brandInk: colour("band-ink"),
        brandMuted: colour("band-ink-2"),
        brandAccent: colour("accent", "dark"),
      };
      return Object.entries(named)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}
