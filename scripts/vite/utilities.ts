import type { Rule, Variant } from "unocss";

/** What the theme of uno.config.ts has, as far as utilities of our own read it. */
interface Theme {
  colors: Record<string, string>;
  spacing: Record<string, string>;
  fontSize: Record<string, string>;
  borderRadius: Record<string, string>;
  boxShadow: Record<string, string>;
  /** From the narrowest on. */
  breakpoints: Record<string, string>;
}

const sides: Record<string, string[]> = {
  "": ["border"],
  "-t": ["border-top"],
  "-r": ["border-right"],
  "-b": ["border-bottom"],
  "-l": ["border-left"],
  "-x": ["border-left", "border-right"],
  "-y": ["border-top", "border-bottom"],
};

const spaces: Record<string, string> = {
  p: "padding",
  px: "padding-inline",
  py: "padding-block",
  m: "margin",
  mx: "margin-inline",
  my: "margin-block",
  gap: "gap",
};

/** What stands between blanks, without those within brackets. */
const splitWords = (value: string) => value.match(/(?:[^_(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [value];

/**
 * Utilities that differ from those of the preset: they take the tokens of the theme, and make one declaration of what the preset needs
 * several for.
 */
export const rules: Rule<Theme>[] = [
  // The width, the style (solid unless it says so) and the colour of one side, of two or of all: border-b-1px-line.
  [
    /^border(-[trblxy])?-(?:0|([\d.]+px)(-dashed)?-(.+))$/,
    ([, side = "", width, dashed, colour = ""], { theme }) => {
      const named = theme.colors[colour] ?? (colour === "transparent" ? colour : /^\[(\w+)\]$/.exec(colour)?.[1]);
      if (width && !named && colour !== "current") return undefined;
      const value = width ? `${width} ${dashed ? "dashed" : "solid"}${named ? ` ${named}` : ""}` : "0";
      return Object.fromEntries((sides[side] ?? []).map((name) => [name, value]));
    },
  ],
  [
    /^text-(.+)$/,
    ([, name = ""], { theme }) => (theme.fontSize[name] ? { "font-size": theme.fontSize[name] } : undefined),
  ],
  // All of a font at once: type-600-15/1.4-text.
  [
    /^type-(\d{3})-([\w-]+)\/([\d.]+(?:rem)?)-(display|text|reading)$/,
    ([, weight, size = "", line, family], { theme }) =>
      theme.fontSize[size] ? { font: `${weight} ${theme.fontSize[size]}/${line} var(--font-${family})` } : undefined,
  ],
  // One space or several: px-gutter, -mt-8px, p-[14px_page_10px], gap-[24px_gutter].
  [
    /^([pm][xy]?|gap)-(.+)$/,
    ([, kind = "", value = ""], { theme }) => {
      const written = /^\[(.+)\]$/.exec(value)?.[1];
      if (!written && !theme.spacing[value] && !/^(auto|[\d.]+(r?em|ch|vw))$/.test(value)) return undefined;
      const sizes = (written ? splitWords(written) : [value]).map(
        (word) => theme.spacing[word] ?? word.replaceAll("_", " "),
      );
      return { [spaces[kind] ?? ""]: sizes.join(" ") };
    },
  ],
  [/^bg-(.+)$/, ([, name = ""], { theme }) => (theme.colors[name] ? { background: theme.colors[name] } : undefined)],
  ["bg-none", { background: "none" }],
  ["bg-current", { background: "currentColor" }],
  [
    /^rounded-(.+)$/,
    ([, name = ""], { theme }) =>
      theme.borderRadius[name] ? { "border-radius": theme.borderRadius[name] } : undefined,
  ],
  ["rounded-1/2", { "border-radius": "50%" }],
  [
    /^shadow-(.+)$/,
    ([, name = ""], { theme }) => (theme.boxShadow[name] ? { "box-shadow": theme.boxShadow[name] } : undefined),
  ],
  [
    /^decoration-(.+)$/,
    ([, name = ""], { theme }) => (theme.colors[name] ? { "text-decoration-color": theme.colors[name] } : undefined),
  ],
  [/^list-(none|disc|decimal)$/, ([, style]) => ({ "list-style": style })],
  ["underline", { "text-decoration": "underline" }],
  ["outline-none", { outline: "none" }],
  ["focus-ring", { outline: "3px solid var(--focus)" }],
  // The preset writes flex-start and flex-end, which mean something else outside of flexible boxes.
  ...["items", "content", "self"].flatMap((what) =>
    ["start", "end"].map((where): Rule<Theme> => [`${what}-${where}`, { [`align-${what}`]: where }]),
  ),
  ["tabular-nums", { "font-variant-numeric": "tabular-nums" }],
  ["content-empty", { content: '""' }],
  [/^leading-([\d.]+(?:rem|px)?)$/, ([, value]) => ({ "line-height": value })],
  [/^text-(balance|pretty)$/, ([, value]) => ({ "text-wrap": value })],
  [/^wrap-(anywhere)$/, ([, value]) => ({ "overflow-wrap": value })],
];

const conditions: Record<string, string> = { forced: "(forced-colors: active)", print: "print" };

/**
 * Where a class looks different: `md:` from a breakpoint on, `lt-md:` below it, `at-sm:` from one to the next, in the words that
 * stylesheets use, too. `forced:`, for colours that the reader's system forces on pages, and `print:` are stronger than widths.
 */
export const media: Variant = (matcher, { theme }) => {
  const breakpoints = Object.entries((theme as Theme).breakpoints);
  const [all, kind = "", name = ""] = /^(lt-|at-)?([a-z]+):/.exec(matcher) ?? [""];
  const at = breakpoints.findIndex(([each]) => each === name);
  const [, width = ""] = breakpoints[at] ?? [];
  const [, next] = breakpoints[at + 1] ?? [];
  const pixels = Number.parseInt(width);
  const condition = kind === "" ? conditions[name] : undefined;
  if (!condition && (!width || (kind === "at-" && !next))) return matcher;
  const [parent, parentOrder] = condition
    ? [condition, 30_000]
    : kind === "lt-"
      ? [`(width < ${width})`, 10_000 - pixels]
      : kind === "at-"
        ? [`(${width} <= width < ${next})`, 20_000 + pixels]
        : [`(width >= ${width})`, 10_000 + pixels];
  return {
    matcher: matcher.slice(all.length),
    handle: (input, next) =>
      next({
        ...input,
        parent: `${input.parent ? `${input.parent} $$ ` : ""}@media ${parent}`,
        parentOrder: Math.max(parentOrder, input.parentOrder ?? 0),
      }),
  };
};
