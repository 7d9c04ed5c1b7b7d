/** Many people who apply from one network, and one who only wants to write to strangers. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { fillIn, send } from "./apply-make.ts";
import { makePdf } from "./documents-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);
const address = "203.0.113.9";

muteConsole("warn", "error");

async function apply(withDocument: boolean, email?: string) {
  const fields = await fillIn({ ...(email && { email }), ...(withDocument && { resumeText: "" }) });
  const files = withDocument ? { resume: { name: "cv.pdf", bytes: makePdf("Ten years of Rust") } } : {};
  return send({ fields, files, address });
}

async function count() {
  const { rows } = await db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  const mails = await db.selectFrom("outbox").select("id").where("kind", "=", "application-candidate").execute();
  return { rows, mails: mails.length };
}

/** Stored as having been confirmed from that network within the hour. */
async function fill(confirmed: number) {
  await apply(false);
  const columns = `candidate_id, opening_id, stage, stage_since, consented_at, received_at, updated_at, name, network_hash, confirmed_at`;
  await env.DB.prepare(
    `insert into applications (id, submission_hash, link_hash, content_hash, email, folded_email, ${columns})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
    select substr(id, 1, 30) || printf('%06d', i), printf('%064d', i), printf('%064d', i), content_hash, 'x' || i || '@example.com',
      'x' || i || '@example.com', ${columns} from applications, n`,
  )
    .bind(confirmed - 1)
    .run();
}

test("twenty people at a fair are all stored and all confirmed, with documents or without", async () => {
  for (let person = 0; person < 20; person += 1) expect((await apply(person % 4 === 0)).status).toBe(303);
  expect(await count()).toEqual({ rows: 20, mails: 20 });
});

test("an address gets three, whatever it brings; what is past a limit is stored", async () => {
  for (let time = 0; time < 5; time += 1) expect((await apply(true, "same@example.com")).status).toBe(303);
  expect(await count()).toEqual({ rows: 5, mails: 3 });
});

test("without a document sixty mails leave a network in an hour; a document costs a quarter", async () => {
  await fill(59);
  const { mails } = await count();
  await apply(false);
  await apply(false);
  expect(await count()).toEqual({ rows: 61, mails: mails + 1 });
  await db.updateTable("applications").set({ confirmed_at: null }).where("email", "=", "x1@example.com").execute();
  for (let person = 0; person < 5; person += 1) await apply(true);
  expect(await count()).toEqual({ rows: 66, mails: mails + 5 });
});
