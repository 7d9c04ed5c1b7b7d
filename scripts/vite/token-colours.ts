import type { Plugin } from "vite";
import { readColours, tokensFile } from "../lib/tokens.ts";

const virtualId = "virtual:token-colours";
const resolvedId = `\0${virtualId}`;

/** Exports from `virtual:token-colours` the colours of tokens.css that pages and the manifest tell the browser. */
export function tokenColours(): Plugin {
  return {
    name: "token-colours",
    resolveId(id) {
      return id === virtualId ? resolvedId : undefined;
    },
    load(id) {
      if (id !== resolvedId) return undefined;
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
