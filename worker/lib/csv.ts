/**
 * What makes a spreadsheet take a cell for a command when it comes first, full-width forms included, also behind quotes
 * and blanks. Tab and line breaks are here because some programs skip them and read on.
 */
const command = /^(?:[\t\r\n]|[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/**
 * The same after a sign that may begin a cell inside the text: where a spreadsheet's list separator is a semicolon, as in
 * much of Europe, or a tab, it takes our rows apart there and at line breaks, whatever is quoted; and a quote that is
 * doubled for one reader is an empty cell with a rest for another. The sign itself is looked for first, so that a long
 * run of blanks is read once.
 */
const innerCommand = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=[,;\t\r\n"][\s"]*)/g;

/** A byte order mark: without it some spreadsheets read UTF-8 as something else. */
export const byteOrderMark = "\uFEFF";

/**
 * One row of a CSV file (RFC 4180), line end included. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front, which makes it text; so does a part of it that some spreadsheets take for a cell.
 */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${disarmCell(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** `text` as it may stand in a cell. */
export function disarmCell(text: string): string {
  const disarmed = text.replace(innerCommand, "'");
  return command.test(disarmed) ? `'${disarmed}` : disarmed;
}
