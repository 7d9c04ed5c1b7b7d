/** Files as candidates send them, and as others might. */
import { Buffer } from "node:buffer";
import { makeArchive } from "#tests/import-files/make-archive.ts";

export function makePdf({ extra = "", bytes = 0 }: { extra?: string; bytes?: number } = {}): Uint8Array {
  const head = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${extra}>>\nendobj\n`;
  const tail = "\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
  const fill = "% filling\n".repeat(Math.max(0, Math.ceil((bytes - head.length - tail.length) / 10)));
  return new Uint8Array(Buffer.from(head + fill.slice(0, Math.max(0, bytes - head.length - tail.length)) + tail));
}

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const documentXml = `<?xml version="1.0"?><w:document><w:body><w:p><w:t>Ada Example</w:t></w:p></w:body></w:document>`;

export function makeDocx(more: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Uint8Array> {
  return makeArchive({ "[Content_Types].xml": contentTypes, "word/document.xml": documentXml, ...more });
}

export function makeOdt(more: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Uint8Array> {
  return makeArchive({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": "<office:document-content/>",
    "META-INF/manifest.xml": "<manifest:manifest/>",
    ...more,
  });
}

export const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
