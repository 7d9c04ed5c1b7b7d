import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.ts";

/** Where the site's colours are written down, for stylesheets and for all that is drawn or named outside of them. */
export const tokensFile = join(root, "app/styles/tokens.css");

type Theme = "light" | "dark";

/** Looks a colour up by its name in tokens.css, such as "accent"; what the dark theme leaves out is as in the light one. */
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
