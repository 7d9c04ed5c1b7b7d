/** Hands out `rows` as a CSV file. What a spreadsheet would run as a formula is text. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
  // The mark tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function writeCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
