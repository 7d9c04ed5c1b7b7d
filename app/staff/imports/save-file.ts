/** Hands out `rows` as a CSV file. What a spreadsheet would run as a formula is text. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
  // The mark tells spreadsheets that it is UTF-8.
  saveBlob(name, new Blob(["\uFEFF", text], { type: "text/csv" }));
}

/** Hands out a file that was made in the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

function writeCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
