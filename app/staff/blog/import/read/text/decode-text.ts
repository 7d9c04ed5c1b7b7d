/** Text in which signs have names, such as `&amp;`, as people read it. Tags stay what is written. */
export function decodeText(text: string): string {
  if (!text.includes("&")) return text;
  return new DOMParser().parseFromString(text.replaceAll("<", "&lt;"), "text/html").body.textContent ?? "";
}
