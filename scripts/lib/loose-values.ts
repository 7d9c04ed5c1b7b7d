export interface StyleTokens {
  spacing: Record<string, string>;
  fontSize: Record<string, string>;
  borderRadius: Record<string, string>;
  durations: readonly string[];
  breakpoints: Record<string, string>;
  widths: readonly string[];
}

const names =
  "aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|dark[a-z]+|deeppink|deepskyblue|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y|green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|light[a-z]+|lime|limegreen|linen|magenta|maroon|medium[a-z]+|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|pale[a-z]+|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen";
const colour = new RegExp(
  `#[\\da-f]{3,8}\\b|\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\(|(?<![\\w-])(?:${names})(?![\\w-])`,
  "i",
);
const coloured = /color|background|border|outline|fill|stroke|shadow|decoration|^--/;
const length = /(?<![\w.-])-?\d*\.?\d+(?:px|rem|pt|pc|cm|mm|in|q)(?!\w)/gi;

/**
 * What in a declaration is no token, such as `15px` in a padding. Sizes and places of boxes are free, and so is what grows with the
 * text (em, ch) or with the window (vw, svh).
 */
export function findLooseValues(property: string, value: string, tokens: StyleTokens): string[] {
  const loose: string[] = [];
  const refuse = (found: RegExpMatchArray | null, known: readonly string[]) =>
    loose.push(...(found ?? []).filter((each) => !known.includes(normalize(each))));
  const bare = value.replaceAll(/url\([^)]*\)/g, "");
  if (coloured.test(property)) loose.push(...(colour.exec(bare) ?? []));
  if (/^(padding|margin)|^(row-|column-)?gap|^border-spacing/.test(property))
    refuse(bare.match(length), Object.values(tokens.spacing));
  if (/^border.*radius$/.test(property)) refuse(bare.match(length), Object.values(tokens.borderRadius));
  if (/^(transition|animation)(?!-name)/.test(property))
    refuse(bare.match(/(?<![\w.])\d*\.?\d+m?s\b/g), ["0s", ...tokens.durations]);
  // Of a font, what stands between its weight and its line height.
  const size = property === "font" ? bare.replace(/\s*\/.*/, "") : property === "font-size" ? ` ${bare}` : "";
  const sizes = Object.values(tokens.fontSize);
  if (!sizes.some((known) => size.endsWith(` ${known}`))) refuse(size.match(length), sizes);
  return loose;
}

/** `.150s` and `150ms` as `0.15s`, `-8px` as `8px`. */
function normalize(value: string): string {
  const [, number = "", unit = ""] = /^-?([\d.]+)(\w+)$/.exec(value) ?? [];
  const isLong = unit === "ms" && Number(number) >= 10;
  return isLong ? `${Number(number) / 1000}s` : `${Number(number)}${unit.toLowerCase()}`;
}

/** The widths of the window in a condition such as `(width < 700px)` that are no breakpoint. */
export function findLooseWidths(condition: string, tokens: StyleTokens): string[] {
  const known = new Set([...Object.values(tokens.breakpoints), ...tokens.widths]);
  return (condition.match(/\([^()]*width[^()]*\)/g) ?? [])
    .flatMap((part) => part.match(/[\d.]+(?:px|rem|em)/g) ?? [])
    .filter((width) => !known.has(width));
}
