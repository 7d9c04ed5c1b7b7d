/** How text is written so that Markdown reads the same text back. */

/** Escapes what could be a sign of Markdown wherever it stands in a line. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*[\]]/g, String.raw`\$&`)
    .replaceAll(/_/g, (sign, at: number, whole: string) =>
      /[\p{L}\p{N}]/u.test(whole[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(whole[at + 1] ?? "") ? sign : `\\${sign}`,
    )
    .replaceAll(/~(?=~)|(?<=~)~/g, String.raw`\~`)
    .replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll("\n", "&#10;")
    .replaceAll(/[!^]$/g, String.raw`\$&`)
    .replaceAll(
      /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\v\f](?=$|\s)|(?<=^|\s)[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\v\f]/gu,
      encodeCharacter,
    );
}

/** Escapes what would begin a block at the start of a line. `line` is written already. */
export function escapeLine(line: string): string {
  if (/^(?:#{1,6}(?:[ \t]|$)|>|[-+](?:[ \t]|$)|~~~|=+[ \t]*$|\|)/.test(line)) return `\\${line}`;
  // The line under the heads of a table, a line across the page, the line under a heading.
  if (/^[-:|][-:| \t]*$/.test(line)) return `\\${line}`;
  // A mention of a note and a colon would be the note itself.
  if (/^\[\^[^\]\s]+\]:/.test(line)) return line.replace("]:", String.raw`]\:`);
  return line.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, String.raw`$1\$2`);
}

/** A character as its number, `&#97;`; nothing for nothing. */
export function encodeCharacter(character: string): string {
  return character === "" ? "" : `&#${character.codePointAt(0)};`;
}

/** Escapes a title between double quotes. */
export function escapeTitle(title: string): string {
  return title
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll("\n", "&#10;");
}

/** The address of a link or a picture. */
export function writeAddress(address: string): string {
  const plain = address.replaceAll(/[\\<>]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, String.raw`\&`);
  return address === "" || /[\s()<>\\]/.test(address) ? `<${plain.replaceAll(/\s/g, "%20")}>` : plain;
}

/** A span of code, between more backticks than it holds in a row. */
export function writeCode(code: string): string {
  const text = code.replaceAll("\n", " ");
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const needsRoom = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== "");
  return needsRoom ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
