/** A record of a CSV file. */
export interface CsvRecord {
  /** The line of the file that it begins on, from 1. */
  line: number;
  cells: string[];
}

export interface CsvFile {
  records: CsvRecord[];
  /** The line where a quotation begins that nothing ends; null where there is none. */
  openQuote: number | null;
}

const separators = [",", ";", "\t"] as const;

/**
 * Reads CSV as spreadsheets write it (RFC 4180): commas, semicolons or tabs, whichever the first line has most of;
 * quotation marks around what holds them; any line ends; a byte order mark. Empty lines are left out. Never throws.
 */
export function readCsv(text: string): CsvFile {
  const plain = text.replace(/^\uFEFF/, "");
  const separator = guessSeparator(plain);
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  let openQuote: number | null = null;
  let at = 0;
  while (at < plain.length) {
    const cell = readCell(plain, at, separator);
    if (cell.isOpen) openQuote = line;
    record.cells.push(cell.value);
    line += cell.lines;
    at = cell.end;
    if (plain[at] === separator) {
      at += 1;
      // A separator at the very end has an empty cell behind it.
      if (at < plain.length) continue;
      record.cells.push("");
    }
    keep(records, record);
    if (plain[at] === "\r" && plain[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    record = { line, cells: [] };
  }
  return { records, openQuote };
}

function keep(records: CsvRecord[], record: CsvRecord): void {
  if (record.cells.some((cell) => cell !== "")) records.push(record);
}

interface Cell {
  value: string;
  /** Where what follows the cell begins. */
  end: number;
  /** Line ends inside it. */
  lines: number;
  /** It begins with a quotation mark that nothing ends. */
  isOpen: boolean;
}

function readCell(text: string, start: number, separator: string): Cell {
  let at = start;
  let value = "";
  let lines = 0;
  if (text[at] === '"') {
    for (at += 1; ; at += 1) {
      if (at >= text.length) return { value, end: at, lines, isOpen: true };
      if (text[at] === '"') {
        if (text[at + 1] !== '"') break;
        at += 1;
      }
      if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) lines += 1;
      value += text[at];
    }
    at += 1;
  }
  // What stands between the last quotation mark and the separator belongs to the cell, too.
  const from = at;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return { value: value + text.slice(from, at), end: at, lines, isOpen: false };
}

function guessSeparator(text: string): string {
  const first = (/^[^\r\n]+/m.exec(text)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}
