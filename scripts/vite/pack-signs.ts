/**
 * An expression for `codes`, which rise: the steps from one to the next are small, and compress well as signs. The step of 0 is the
 * sign `gapBase`: "#" is the first of ASCII that no string has to escape.
 * @throws where a step is no character: another `gapBase` is needed
 */
export function packGaps(codes: readonly number[], gapBase = 35): string {
  const gaps = codes.map((code, at) => String.fromCodePoint(code - (codes[at - 1] ?? 0) + gapBase)).join("");
  if (!gaps.isWellFormed()) throw new Error("These codes cannot be packed.");
  return `Array.from(${JSON.stringify(gaps)}, function (gap) { return this.code += gap.codePointAt(0) - ${gapBase}; }, { code: 0 })`;
}

/**
 * A module that exports `table`, rows of opencc-js such as "國 国|廣 广 廣", with the likeliest stand-in of each sign alone. It has
 * half of the compressed size: signs come by code.
 * @throws where a stand-in is several characters
 */
export function packSigns(table: string): string {
  const rows = table
    .split("|")
    .map((row) => row.split(" "))
    .map(([sign = "", other = sign]) => ({ code: sign.codePointAt(0) ?? 0, other }))
    .toSorted((one, next) => one.code - next.code);
  const others = rows.map(({ other }) => other).join("");
  if ([...others].length !== rows.length) throw new Error("These signs cannot be packed.");
  return `const others = [...${JSON.stringify(others)}];
export default ${packGaps(rows.map(({ code }) => code))}
  .map((code, at) => String.fromCodePoint(code) + " " + others[at])
  .join("|");`;
}
