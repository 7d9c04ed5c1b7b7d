/** Documents of every kind that is read, and applications that hold them. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { deflateSync } from "node:zlib";
import { makeArchive } from "#tests/import-files/make-archive.ts";
import type { ApplicationFileId, ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { worker } from "../built-worker.ts";

const db = openDb(env.DB);
export const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A PDF of `objects`, numbered from 1; the first is the catalog. */
export function makePdfOf(objects: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [latin1("%PDF-1.7\n")];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = joinBytes(
      latin1(`${index + 1} 0 obj\n`),
      typeof object === "string" ? latin1(object) : object,
      latin1("\nendobj\n"),
    );
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return joinBytes(...parts, latin1(end));
}

export function makeStream(bytes: Uint8Array, entries = ""): Uint8Array {
  return joinBytes(latin1(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, latin1("\nendstream"));
}

export function deflate(text: string | Uint8Array): Uint8Array {
  return new Uint8Array(deflateSync(typeof text === "string" ? latin1(text) : text));
}

/** A PDF with one page for each text, drawn line by line, in Latin letters. */
export function makePdf(...pages: readonly string[]): Uint8Array<ArrayBuffer> {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
  const escape = (line: string) => line.replaceAll(/[\\()]/g, String.raw`\$&`);
  const drawn = pages.map((page) => {
    const lines = page.split("\n").map((line) => `(${escape(line)}) Tj T*`);
    return makeStream(deflate(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(" ")} ET`), "/Filter /FlateDecode");
  });
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  return makePdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 595 842] >>`,
    font,
    ...drawn.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      stream,
    ]),
  ]);
}

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;

/** A Word document whose body is `body`, in XML. */
export function makeDocx(body: string, header = ""): Promise<Uint8Array> {
  const wrap = (name: string, inner: string) => `<?xml version="1.0"?><w:${name} xmlns:w="w">${inner}</w:${name}>`;
  return makeArchive({
    "[Content_Types].xml": types,
    "word/document.xml": wrap("document", `<w:body>${body}</w:body>`),
    ...(header && { "word/header1.xml": wrap("hdr", header) }),
  });
}

export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export function makeOdt(body: string): Promise<Uint8Array> {
  return makeArchive({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}

interface NewApplication {
  name?: string;
  email?: string;
  phone?: string;
  place?: string;
  coverNote?: string;
  resumeText?: string;
  openingId?: OpeningId | null;
  stage?: string;
  receivedAt?: number;
  answers?: readonly unknown[];
}

let made = 0;

/** A stored application with its candidate. */
export async function makeApplicationRow({
  name = "Zoë Müller",
  coverNote = "",
  resumeText = "",
  phone = "",
  place = "",
  openingId = null,
  stage = "new",
  receivedAt = Date.now(),
  answers = [],
  ...rest
}: NewApplication = {}): Promise<ApplicationId> {
  made += 1;
  const email = rest.email ?? `candidate-${made}@example.com`;
  const id = newId<ApplicationId>();
  const candidateId = newId<CandidateId>();
  await db
    .insertInto("candidates")
    .values({ id: candidateId, email, name, created_at: receivedAt, updated_at: receivedAt, merged_into: null })
    .execute();
  await db
    .insertInto("applications")
    .values({
      id,
      candidate_id: candidateId,
      opening_id: openingId,
      submission_hash: id.replaceAll("-", "").padEnd(64, "0"),
      link_hash: id.replaceAll("-", "").padEnd(64, "1"),
      name,
      email,
      phone,
      place,
      cover_note: coverNote,
      resume_text: resumeText,
      stage,
      stage_since: receivedAt,
      end_reason: null,
      ended_at: null,
      assignee_id: null,
      opened_at: null,
      consented_at: receivedAt,
      keep_until: null,
      network_hash: null,
      received_at: receivedAt,
      updated_at: receivedAt,
    })
    .execute();
  for (const [position, answer] of answers.entries())
    await db
      .insertInto("application_answers")
      .values({
        application_id: id,
        position,
        question_id: null,
        kind: "text",
        label: "Why?",
        answer: JSON.stringify(answer),
      })
      .execute();
  return id;
}

/** A stored file, with its bytes in the private part of the bucket. */
export async function makeFile(
  applicationId: ApplicationId,
  made: Uint8Array | Promise<Uint8Array>,
): Promise<ApplicationFileId> {
  const bytes = await made;
  const id = newId<ApplicationFileId>();
  const key = `private/applications/${applicationId}/${id}`;
  await env.MEDIA.put(key, bytes);
  await db
    .insertInto("application_files")
    .values({
      id,
      application_id: applicationId,
      purpose: "resume",
      name: "resume.pdf",
      type: "application/octet-stream",
      bytes: Math.max(1, bytes.length),
      sha256: "0".repeat(64),
      key,
      received_at: Date.now(),
      scanned_at: null,
    })
    .execute();
  return id;
}

/** Hands messages about files to the built Worker's own `queue()`; says which it took and which it put back. */
export async function readFiles(ids: readonly unknown[], overrides: Partial<Env> = {}) {
  const messages = ids.map((fileId, index) => ({
    id: `document-${index}`,
    timestamp: new Date(),
    attempts: 1,
    body: { fileId },
  }));
  const batch = createMessageBatch("fivewright-documents", messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, { ...env, ...overrides }, ctx);
  await waitOnExecutionContext(ctx);
  return getQueueResult(batch, ctx);
}

export function readTextRow(fileId: ApplicationFileId) {
  return db.selectFrom("application_texts").selectAll().where("file_id", "=", fileId).executeTakeFirstOrThrow();
}
