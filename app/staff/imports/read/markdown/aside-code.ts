/** Signs that no text has that was read from a file (drop-controls.ts): between them is the number of what was put aside. */
const [before, behind] = ["\u0002", "\u0003"];

/** Code and other text that stays as it is while what is around it changes: a short sign stands for it. */
export class AsideCode {
  readonly #texts: string[] = [];

  /** The sign for a text. */
  keep(text: string): string {
    return `${before}${this.#texts.push(text) - 1}${behind}`;
  }

  /** A text with what its signs stand for. */
  restore(text: string): string {
    const [first = "", ...others] = text.split(before);
    const rest = others.map((part) => {
      const end = part.indexOf(behind);
      return this.restore(this.#texts[Number(part.slice(0, end))] ?? "") + part.slice(end + 1);
    });
    return first + rest.join("");
  }

  /** Markdown with signs for its code: fences, in lists and quotes, too, and code in a line. */
  keepCode(source: string): string {
    const paragraphs = this.#keepFences(source).split(/(\n[ \t]*\n)/);
    return paragraphs.map((part) => this.#keepSpans(part)).join("");
  }

  #keepFences(source: string): string {
    const out: string[] = [];
    let fence: Fence | null = null;
    let code: string[] = [];
    const close = () => {
      if (fence) out.push(this.keep(code.join("\n")));
      fence = null;
      code = [];
    };
    for (const line of source.split("\n")) {
      if (fence && isBehind(line, fence)) close();
      const start: Fence | null = fence ?? readStart(line);
      if (start) code.push(line);
      else out.push(line);
      if (fence && isEnd(line, fence)) close();
      else fence = start;
    }
    close();
    return out.join("\n");
  }

  #keepSpans(paragraph: string): string {
    const runs = Array.from(paragraph.matchAll(/`+/g), ({ 0: { length }, index }) => ({ length, index }));
    const last = new Map<number, number>();
    const ends = runs.map(() => -1);
    for (const [at, { length }] of [...runs.entries()].toReversed()) {
      ends[at] = last.get(length) ?? -1;
      last.set(length, at);
    }
    const out: string[] = [];
    let from = 0;
    for (const [at, { index }] of runs.entries()) {
      const end = runs[ends[at] ?? -1];
      if (!end || index < from || isEscaped(paragraph, index)) continue;
      out.push(paragraph.slice(from, index), this.keep(paragraph.slice(index, end.index + end.length)));
      from = end.index + end.length;
    }
    return out.join("") + paragraph.slice(from);
  }
}

/** True behind a backslash that is no sign itself. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === "\\") start -= 1;
  return (at - start) % 2 === 1;
}

interface Fence {
  sign: string;
  isQuoted: boolean;
  /** How far in it stands. */
  indent: number;
}

function readStart(line: string): Fence | null {
  const [, place = "", sign] =
    /^((?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
  if (sign === undefined) return null;
  return { sign, isQuoted: place.includes(">"), indent: place.replaceAll("\t", "    ").length };
}

function isEnd(line: string, { sign }: Fence): boolean {
  const text = line.replace(/^[ \t>]+/, "").trimEnd();
  return text.startsWith(sign) && text === sign.charAt(0).repeat(text.length);
}

/** True for a line that is no longer in the quote or the item of a list. */
function isBehind(line: string, { isQuoted, indent }: Fence): boolean {
  const blank = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (isQuoted) return line.charAt(blank.length) !== ">";
  return blank.length < line.length && blank.replaceAll("\t", "    ").length < indent - 3;
}
