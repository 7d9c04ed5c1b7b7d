/** Text without control characters, which no text needs and XML forbids. */
export function dropControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- no text needs them.
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
