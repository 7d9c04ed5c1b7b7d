import { escapeHtml } from "#shared/text/escape-html.ts";

/** Notes of the block editor: their marks are in the text, their words in a custom field, as JSON. */
export function readFootnotes(html: string, json: string): string {
  const notes = parseNotes(json);
  if (notes.length === 0) return html;
  const numbers = new Map(notes.map(({ id }, at) => [id, String(at + 1)]));
  const marked = html.replaceAll(/<sup\b([^<>]*)>(?:[^<]|<(?!\/?sup\b))*<\/sup>/gi, (whole, attributes: string) => {
    const number = numbers.get(/\bdata-fn="([^"]*)"/i.exec(attributes)?.[1] ?? "");
    return number === undefined ? whole : `<sup data-import-note="${number}"></sup>`;
  });
  return (
    marked +
    notes.map(({ content }, at) => `<aside data-import-footnote="${at + 1}"><p>${content}</p></aside>`).join("")
  );
}

function parseNotes(json: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(json);
    if (!Array.isArray(notes)) return [];
    return notes.slice(0, 500).map((note: { id?: unknown; content?: unknown } | null) => ({
      id: String(note?.id ?? ""),
      content: typeof note?.content === "string" ? note.content : escapeHtml(String(note?.content ?? "")),
    }));
  } catch {
    return [];
  }
}
