import { type Budget, limits } from "./limits.ts";

/** Groups that hold no text of the document. */
const hidden = new Set(
  "fonttbl colortbl stylesheet info pict object objdata themedata datastore listtable listoverridetable rsidtbl generator latentstyles filetbl xmlnstbl fldinst nonshppict shprslt".split(
    " ",
  ),
);
/** Groups of text within ones that programs may leave out: boxes and notes. */
const shown = new Set(["shptxt", "annotation"]);
/** Letters that are not seen, until the same word with a 0. */
const unseen = new Set(["v", "deleted"]);
/** What these words stand for. */
const signs: Record<string, string> = {
  par: "\n",
  line: "\n",
  softline: "\n",
  lbr: "\n",
  row: "\n",
  nestrow: "\n",
  sect: "\n",
  page: "\n",
  softpage: "\n",
  column: "\n",
  softcol: "\n",
  tab: "\t",
  cell: " ",
  nestcell: " ",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
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
  /** Of the words for letters that are not seen, those that hold here. */
  unseen: readonly string[];
  /** A line ends with it. */
  isApart: boolean;
  /** How many characters follow a \u for programs that do not know it. */
  skips: number;
}

/**
 * The text of a Rich Text file.
 * @throws {UnreadableFileError} when it takes too much work
 */
export async function readRtfText(bytes: Uint8Array, budget: Budget): Promise<string> {
  const source = new TextDecoder("latin1").decode(bytes);
  const outer: Group[] = [];
  let group: Group = { isHidden: false, unseen: [], isApart: false, skips: 1 };
  let decoder = new TextDecoder("windows-1252");
  let text = "";
  /** Bytes in hex that come one after another: a letter may have several. */
  let waiting: number[] = [];
  let toSkip = 0;
  let count = 0;
  const isSeen = () => !group.isHidden && group.unseen.length === 0;
  const flush = () => {
    if (waiting.length > 0) text += decoder.decode(Uint8Array.from(waiting));
    waiting = [];
  };
  const add = (part: string) => {
    flush();
    const from = Math.min(toSkip, part.length);
    toSkip -= from;
    if (isSeen()) text += part.slice(from);
  };

  token.lastIndex = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    budget.step(match[0].length + 24);
    if ((count += 1) % 50_000 === 0) await budget.pause();
    if (text.length >= limits.characters) break;
    const [, word, number, hex, sign, bracket, plain] = match;
    if (bracket !== undefined) {
      flush();
      toSkip = 0;
    }
    if (bracket === "{") {
      budget.step(64);
      outer.push(group);
      group = { isHidden: group.isHidden, unseen: group.unseen, isApart: false, skips: group.skips };
    } else if (bracket === "}") {
      if (group.isApart) add("\n");
      group = outer.pop() ?? group;
    } else if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else if (isSeen()) waiting.push(Number.parseInt(hex, 16));
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
        if (isSeen()) text += String.fromCharCode(value & 0xff_ff);
        toSkip = group.skips;
      } else if (word === "uc") group.skips = Math.min(16, Math.max(0, value));
      else if (word === "bin") token.lastIndex += Math.max(0, value);
      else if (word === "ansicpg") decoder = chooseDecoder(value);
      else if (word === "plain") group.unseen = [];
      else if (unseen.has(word))
        group.unseen = [...group.unseen.filter((each) => each !== word), ...(number === "0" ? [] : [word])];
      else if (hidden.has(word)) group.isHidden = true;
      else if (shown.has(word) || word === "footnote") {
        group.isHidden &&= word === "footnote";
        group.isApart = true;
        add("\n");
      } else if (Object.hasOwn(signs, word)) add(signs[word] ?? "");
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
