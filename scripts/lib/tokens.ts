import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.ts";

/** The file of the site's colours. Stylesheets use it, and everything that is drawn outside of them. */
export const tokensFile = join(root, "app/styles/tokens.css");

type Theme = "light" | "dark";

/**
 * Returns a function that looks up a colour of tokens.css by its name, such as "accent". A colour that the dark theme
 * does not set is that of the light theme.
 */
export function readColours(css = readFileSync(tokensFile, "utf8")): (name: string, theme?: Theme) => string {
  const themes = { light: readBlock(css, ":root {"), dark: readBlock(css, ':root[data-theme="dark"] {') };
  return (name, theme = "light") => {
    const value = themes[theme].get(name) ?? themes.light.get(name);
    if (!value || !/^#[0-9a-f]{3,8}$/i.test(value)) {
      throw new Error(`app/styles/tokens.css has no --${name} written as #rrggbb; pictures and icons need it.`);
    }
    return value;
  };
}

function readBlock(css: string, head: string): Map<string, string> {
  const start = css.indexOf(head);
  const body = start < 0 ? "" : css.slice(start, css.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}
