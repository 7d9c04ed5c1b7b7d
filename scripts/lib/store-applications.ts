import type { ApplicationFileId, ApplicationId, CandidateId } from "../../worker/db/applications-tables.ts";
import { type Db, runBatch } from "../../worker/db/client.ts";
import { newId } from "../../worker/lib/ids.ts";

/** Applications for browser tests. */
export interface AskedApplications {
  /** In the address of every one; no other test has it. */
  mark: string;
  people: readonly { name: string; stage: string; days: number; phone?: string; flags?: readonly string[] }[];
  /** Each has a résumé as a PDF with this line. */
  resume?: string;
}

const day = 86_400_000;

/** Stores applications without a role, each of a person of their own. No cookies come of it. */
export async function storeApplications(
  db: Db,
  bucket: R2Bucket,
  { mark, people, resume }: AskedApplications,
): Promise<string[]> {
  const at = Date.now();
  for (const [index, { name, stage, days, phone = "", flags = [] }] of people.entries()) {
    const [candidate, id, file] = [newId<CandidateId>(), newId<ApplicationId>(), newId<ApplicationFileId>()];
    const email = `${index}-${mark}@client.example`;
    const key = `private/applications/${id}/${file}`;
    const bytes = new TextEncoder().encode(writePdf(resume ?? ""));
    if (resume !== undefined) await bucket.put(key, bytes, { httpMetadata: { contentType: "application/pdf" } });
    await runBatch(db, [
      db.insertInto("candidates").values({ id: candidate, email, name, created_at: at, updated_at: at }),
      db.insertInto("applications").values({
        id,
        candidate_id: candidate,
        opening_id: null,
        submission_hash: makeHash(),
        link_hash: makeHash(),
        name,
        email,
        phone,
        place: "Leeds",
        stage,
        stage_since: at - days * day - 1000 * (people.length - index),
        ended_at: stage === "hired" ? at : null,
        flags: JSON.stringify(flags),
        consented_at: at,
        received_at: at - days * day,
        updated_at: at,
      }),
      ...flags.map((label, position) =>
        db.insertInto("application_answers").values({
          application_id: id,
          position,
          question_id: null,
          kind: "yes-no",
          label,
          answer: "false",
          is_flagged: 1,
        }),
      ),
      ...(resume === undefined
        ? []
        : [
            db.insertInto("application_files").values({
              id: file,
              application_id: id,
              purpose: "resume",
              name: "résumé.pdf",
              type: "application/pdf",
              bytes: bytes.length,
              sha256: makeHash(),
              key,
              received_at: at,
            }),
          ]),
    ]);
  }
  return [];
}

function makeHash(): string {
  return (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
}

/** A PDF of one page with one line, in ASCII. */
function writePdf(line: string): string {
  const text = `BT /F1 24 Tf 72 720 Td (${line.replace(/[\\()]/g, "")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
