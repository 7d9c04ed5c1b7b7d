type Cell = string | number;

/** A table as Prettier and oxfmt write it: columns of one width, numbers to the right. */
export function writeTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows.map((row) => row.map(String))];
  const isNumber = head.map((_name, column) =>
    rows.every((row) => column > 0 && /^([\d–-]|$)/.test(String(row[column]))),
  );
  const widths = head.map((_name, column) => Math.max(3, ...texts.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => (isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0))).join(" | ")} |`;
  const [first = [], ...others] = texts;
  const rule = widths.map((width, column) => (isNumber[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return [line(first), `| ${rule.join(" | ")} |`, ...others.map(line)].join("\n");
}
