export interface StyleTokens {
  spacing: Record<string, string>;
  fontSize: Record<string, string>;
  borderRadius: Record<string, string>;
  durations: readonly string[];
  breakpoints: Record<string, string>;
  widths: readonly string[];
}

const colour =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|red)(?![\w-])/i;
const length = /(?<![\w.-])-?\d*\.?\d+(?:px|rem)(?!\w)/g;

/**
 * What in a declaration is no token, such as `15px` in a padding. Sizes and places of boxes are free, and so is what grows with the
 * text (em, ch) or with the window (vw, svh).
 */
export function findLooseValues(property: string, value: string, tokens: StyleTokens): string[] {
  const loose: string[] = [];
  const refuse = (kind: RegExp, found: RegExpMatchArray | null, known: readonly string[]) => {
    if (kind.test(property)) loose.push(...(found ?? []).filter((each) => !known.includes(each.replace(/^-/, ""))));
  };
  const lengths = value.match(length);
  if (!/mask/.test(property)) loose.push(...(colour.exec(value) ?? []));
  refuse(/^(padding|margin|gap|row-gap|column-gap)/, lengths, Object.values(tokens.spacing));
  refuse(/^border.*radius$/, lengths, Object.values(tokens.borderRadius));
  refuse(/^(transition|animation)/, value.match(/(?<![\w.])\d*\.?\d+m?s\b/g), ["0s", ...tokens.durations]);
  // Of a font, what stands before the line height.
  const size = property === "font" ? value.replace(/\s*\/.*/, "") : property === "font-size" ? value : "";
  const sizes = Object.values(tokens.fontSize);
  if (!sizes.some((known) => size.endsWith(known)))
    loose.push(...(size.match(length) ?? []).filter((each) => !sizes.includes(each)));
  return loose;
}

/** The widths of the window in a condition such as `(width < 700px)` that are no breakpoint. */
export function findLooseWidths(condition: string, tokens: StyleTokens): string[] {
  const known = new Set([...Object.values(tokens.breakpoints), ...tokens.widths]);
  // Up to 1023.9px is below 1024px.
  return (condition.match(/\([^()]*width[^()]*\)/g) ?? [])
    .flatMap((part) => part.match(/[\d.]+(?:px|rem|em)/g) ?? [])
    .filter((width) => !known.has(width) && !known.has(`${Number.parseFloat(width) + 0.1}px`));
}
