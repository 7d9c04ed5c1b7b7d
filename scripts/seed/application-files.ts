/** Small files for the demo applications: a PDF, a DOCX and a text, each with the words of a CV. */
import { createHash } from "node:crypto";
import { Uint8ArrayWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { docxType, type DocumentType } from "../../worker/hiring/applications/documents/types.ts";
import { nameFileKey } from "../../worker/hiring/applications/files.ts";
import type { ApplicationFileId, ApplicationId } from "../../worker/db/applications-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { resumeHeads } from "./demo-resume.ts";
import type { SeedScope } from "./scope.ts";

/** A PDF of one page with these lines, as it can be drawn and searched: the name large, the heads in bold. */
function writePdf(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line, at) => {
    const font = at === 0 ? "/F2 20 Tf" : resumeHeads.has(line) ? "/F2 13 Tf" : "/F1 11 Tf";
    return `${font} (${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`;
  });
  const text = `BT 17 TL 56 770 Td\n${shown.join("\n")}\nET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
    `<</Length ${Buffer.byteLength(text, "latin1")}>>\nstream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const at = Buffer.byteLength(file, "latin1");
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = Buffer.byteLength(file, "latin1");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}

/** A Word document with a paragraph for each line. */
async function writeDocx(lines: readonly string[]): Promise<Uint8Array> {
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const paragraphs = lines
    .map((line, at) => {
      const bold = at === 0 || resumeHeads.has(line) ? "<w:rPr><w:b/></w:rPr>" : "";
      return `<w:p><w:r>${bold}<w:t>${escapeXml(line)}</w:t></w:r></w:p>`;
    })
    .join("");
  const files = {
    "[Content_Types].xml": `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${head}<w:document xmlns:w="${word}"><w:body>${paragraphs}</w:body></w:document>`,
  };
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) await zip.add(name, new TextReader(content));
  return zip.close();
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

interface DemoFile {
  id: ApplicationId;
  index: number;
  name: string;
  lines: readonly string[];
  at: number;
}

/** Puts the CV of a demo application into the bucket, and returns its row. */
export async function storeDemoFile({ MEDIA }: SeedScope["env"], { id, index, name, lines, at }: DemoFile) {
  const kinds: [DocumentType, string][] = [
    ["application/pdf", "pdf"],
    ["application/pdf", "pdf"],
    [docxType, "docx"],
    ["text/plain", "txt"],
  ];
  const [type, ending] = kinds[index % kinds.length] ?? ["application/pdf", "pdf"];
  const bytes =
    ending === "pdf"
      ? writePdf(lines)
      : ending === "docx"
        ? await writeDocx(lines)
        : new TextEncoder().encode(lines.join("\r\n"));
  const fileId = newId<ApplicationFileId>();
  const key = nameFileKey(id, fileId);
  await MEDIA.put(key, bytes);
  const warnings = index % 20 === 6 ? '["macros"]' : "[]";
  return {
    id: fileId,
    application_id: id,
    purpose: "resume" as const,
    name: `cv-${toAddress(name)}.${ending}`,
    type,
    bytes: bytes.length,
    sha256: hash(bytes),
    key,
    warnings: ending === "docx" ? warnings : "[]",
    received_at: at,
  };
}

export function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A name as the first part of an address. */
export function toAddress(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|'/gu, "")
    .replaceAll(/[^a-z]+/g, ".");
}
