import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readColours, tokensFile } from "../scripts/lib/tokens.ts";

const root = join(import.meta.dirname, "..");
const css = readFileSync(tokensFile, "utf8");

test("colours are read by name and theme, and the dark theme falls back to the light one", () => {
  const colour = readColours(
    ':root {\n --accent: #123456;\n --band: #000;\n}\n:root[data-theme="dark"] {\n --accent: #abcdef;\n}',
  );
  expect([colour("accent"), colour("accent", "dark"), colour("band", "dark")]).toEqual(["#123456", "#abcdef", "#000"]);
  expect(() => colour("acent")).toThrow("tokens.css has no --acent");
});

test("the dark theme is the same with and without JavaScript", () => {
  const read = (head: string) => {
    const start = css.indexOf(head) + head.length;
    return css
      .slice(start, css.indexOf("}", start))
      .split("\n")
      .map((line) => line.trim());
  };
  expect(read(":root:not([data-theme]) {").filter(Boolean)).toEqual(read(':root[data-theme="dark"] {').filter(Boolean));
});

test("the accent is only in tokens.css; icons, shared links, manifest and browser bars take their colours from it", () => {
  const colour = readColours(css);
  const accents = [colour("accent"), colour("accent", "dark")];
  const sources = ["app", "shared", "scripts", "lab", "worker"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file)),
  );
  const copies = sources
    .filter((file) => /\.(ts|tsx|css|mjs)$/.test(file) && file !== tokensFile)
    .filter((file) => accents.some((accent) => readFileSync(file, "utf8").toLowerCase().includes(accent)));
  expect(copies).toEqual([]);
  for (const file of [
    "app/root.tsx",
    "app/site/findability/manifest.ts",
    "scripts/build-icons.ts",
    "scripts/lib/share-card.ts",
  ])
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/["{:]#[0-9a-f]{3,8}\b/i);
});
