/**
 * What makes a spreadsheet take a cell for a command when it comes first, full-width forms included. Tab and line
 * breaks are here because some programs skip them and read on.
 */
const command = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A byte order mark: without it some spreadsheets read UTF-8 as something else. */
export const byteOrderMark = "\uFEFF";

/**
 * One row of a CSV file (RFC 4180), line end included. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front, which makes it text.
 */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${disarmCell(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** `text` as it may stand in a cell. */
export function disarmCell(text: string): string {
  return command.test(text) ? `'${text}` : text;
}
