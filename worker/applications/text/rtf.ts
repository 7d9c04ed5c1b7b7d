import { Budget, limits } from "./limits.ts";

/** Groups that hold no text of the document. */
const hidden = new Set(
  "fonttbl colortbl stylesheet info pict object objdata themedata datastore listtable listoverridetable rsidtbl generator latentstyles filetbl xmlnstbl fldinst nonshppict".split(
    " ",
  ),
);
/** What these words stand for. */
const signs: Record<string, string> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  cell: " ",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};

/** A word with its number, a byte in hex, another sign behind a backslash, a bracket, or text. */
const token = /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)|\\/gi;

interface Group {
  isHidden: boolean;
  /** How many characters follow a \u for programs that do not know it. */
  skips: number;
}

/**
 * The text of a Rich Text file.
 * @throws {UnreadableFileError} when it takes too much work
 */
export function readRtfText(bytes: Uint8Array): string {
  const budget = new Budget();
  const source = new TextDecoder("latin1").decode(bytes);
  const outer: Group[] = [];
  let group: Group = { isHidden: false, skips: 1 };
  let decoder = new TextDecoder("windows-1252");
  let text = "";
  /** Bytes in hex that come one after another: a letter may have several. */
  let waiting: number[] = [];
  let toSkip = 0;
  const flush = () => {
    if (waiting.length > 0) text += decoder.decode(Uint8Array.from(waiting));
    waiting = [];
  };
  const add = (part: string) => {
    flush();
    const from = Math.min(toSkip, part.length);
    toSkip -= from;
    if (!group.isHidden) text += part.slice(from);
  };

  token.lastIndex = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    budget.addOperations();
    if (text.length >= limits.characters) break;
    const [, word, number, hex, sign, bracket, plain] = match;
    if (bracket === "{") {
      flush();
      outer.push(group);
      group = { isHidden: group.isHidden, skips: group.skips };
    } else if (bracket === "}") {
      flush();
      group = outer.pop() ?? group;
      toSkip = 0;
    } else if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else if (!group.isHidden) waiting.push(Number.parseInt(hex, 16));
    } else if (plain !== undefined) add(plain.replaceAll(/[\r\n]/g, ""));
    else if (sign !== undefined) {
      if (sign === "*") group.isHidden = true;
      else
        add(
          sign === "~"
            ? "\u{a0}"
            : sign === "_"
              ? "-"
              : sign === "\n" || sign === "\r"
                ? "\n"
                : /[\\{}]/.test(sign)
                  ? sign
                  : "",
        );
    } else if (word !== undefined) {
      const value = Number(number ?? 0);
      if (word === "u") {
        add("");
        if (!group.isHidden) text += String.fromCharCode(value & 0xff_ff);
        toSkip = group.skips;
      } else if (word === "uc") group.skips = Math.min(16, Math.max(0, value));
      else if (word === "bin") token.lastIndex += Math.max(0, value);
      else if (word === "ansicpg") decoder = chooseDecoder(value);
      else if (hidden.has(word)) group.isHidden = true;
      else if (Object.hasOwn(signs, word)) add(signs[word] ?? "");
    }
  }
  flush();
  return text;
}

function chooseDecoder(codePage: number): TextDecoder {
  const names: Record<number, string> = { 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 65001: "utf-8" };
  try {
    return new TextDecoder(names[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
