/** How text is written so that Markdown reads the same text back. */

/**
 * Escapes what could be a sign of Markdown wherever it stands in a line. A sign of superscript or subscript is one where
 * another may follow; `isCareful` escapes each.
 */
export function escapeText(text: string, isCareful = false): string {
  return text
    .replaceAll(/[\\`*[\]_~^<&!\n]/g, (sign, at: number) => {
      if (sign === "\n") return "&#10;";
      return isSign(sign, text, at, isCareful) ? `\\${sign}` : sign;
    })
    .replaceAll(
      /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\v\f](?=$|\s)|(?<=^|\s)[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF\v\f]/gu,
      encodeCharacter,
    );
}

function isSign(sign: string, text: string, at: number, isCareful: boolean): boolean {
  const before = text.charAt(at - 1);
  const next = text.charAt(at + 1);
  switch (sign) {
    // Before a letter it is a character like any other, as in a formula.
    case "\\":
      return next === "" || /[!-/:-@[-`{-~\s]/.test(next);
    case "_":
      return !/[\p{L}\p{N}]/u.test(before) || !/[\p{L}\p{N}]/u.test(next);
    case "~":
      return isCareful || next === "" || next === sign || before === sign || matchesAt(/~[^\s~]+~/y, text, at);
    case "^":
      return isCareful || next === "" || matchesAt(/\^[^\s^]+\^/y, text, at);
    case "<":
      return /[a-z/!?]/i.test(next);
    case "&":
      return matchesAt(/&#?\w+;/y, text, at);
    case "!":
      return next === "";
    default:
      return true;
  }
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** Escapes what would begin a block at the start of a line. `line` is written already. */
export function escapeLine(line: string): string {
  if (/^(?:#{1,6}(?:[ \t]|$)|>|[-+](?:[ \t]|$)|=+[ \t]*$|\|)/.test(line)) return `\\${line}`;
  // The signs of a strikethrough and a subscript would begin code: something that nobody sees comes before them.
  if (line.startsWith("~~~")) return `&#8203;${line}`;
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
