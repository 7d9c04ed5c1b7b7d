/**
 * The start of a cell that a spreadsheet would run as a formula, full-width forms included, also after quotes and
 * blanks. Tab and line breaks are included because some programs skip them.
 */
const command = /^(?:[\t\r\n]|[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/**
 * The same inside a cell, after a character that may start a new cell. Some spreadsheets split rows at semicolons (as
 * in much of Europe), tabs or line breaks, even inside quotes, and programs differ in how they read doubled quotes. The
 * lookahead comes first, so that a long run of blanks is read only once.
 */
const innerCommand = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=[,;\t\r\n"][\s"]*)/g;

/** A byte order mark: without it some spreadsheets do not read the file as UTF-8. */
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
