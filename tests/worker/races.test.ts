/** What several people or runs do at the same moment is done once, and nobody gets an error. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, hour, second } from "#shared/dates/durations.ts";
import { writeEndingDigest } from "#worker/hiring/applications/keep/write-ending-digest.ts";
import { openDb } from "#worker/db/client.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { fillIn, send } from "./hiring/apply-make.ts";
import { makeApplicationRow, makeFile, makePdf } from "./hiring/documents-make.ts";
import { makeEnquiry } from "./enquiries/enquiry-rows.ts";
import { makeAccount, muteConsole } from "./make.ts";
import { makeWholeScope } from "./whole-scope.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

const readAll = (sql: string) =>
  env.DB.prepare(sql)
    .all<Record<string, unknown>>()
    .then(({ results }) => results);

test("ten erasures of one person at once: all succeed, one proves and records it", async () => {
  const email = "ada.race@client.example";
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  await makeEnquiry({ email });
  const application = await makeApplicationRow({ email });
  await makeFile(application, makePdf("Ada"));
  const racers = await Promise.allSettled(
    Array.from({ length: 10 }, () => erasePerson(db, { email, actor }, makeWholeScope())),
  );
  expect(racers.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(await readAll("select id from applications union all select id from enquiries")).toEqual([]);
  expect(await readAll("select id from erasure_proofs")).toHaveLength(1);
  const entries = await readAll(
    "select json_extract(detail, '$.rows') as rows from audit_log where action = 'person.erased'",
  );
  expect(entries.filter(({ rows }) => Number(rows) > 0)).toHaveLength(1);
});

test("the files of a form that was refused go with the person", async () => {
  const email = "ada.refused@client.example";
  const { id: actor } = await makeAccount({ roles: ["super_admin"] });
  const fields = await fillIn({ name: "", email: ` ${email.toUpperCase()}`, resumeText: "" });
  const answer = await send({ fields, files: { resume: { name: "CV of Ada Refused.pdf", bytes: makePdf("Ada") } } });
  expect(answer.status).toBe(400);
  expect(await readAll("select name from application_uploads")).toEqual([{ name: "CV of Ada Refused.pdf" }]);
  const { rows } = await erasePerson(db, { email, actor }, makeWholeScope());
  expect(rows).toBe(1);
  expect(await readAll("select name from application_uploads where name <> 'erased'")).toEqual([]);
  expect(await readAll("select key from removed_files")).toHaveLength(1);
});

test("the mail about applications that end comes once in seven days, also where a week begins between two runs", async () => {
  const monday = Date.parse("2026-11-23T00:00Z");
  vi.useFakeTimers({ now: monday - second, toFake: ["Date"] });
  const application = await makeApplicationRow({ stage: "rejected", receivedAt: monday - 179 * day });
  await db
    .updateTable("applications")
    .set({ ended_at: monday - 179 * day })
    .where("id", "=", application)
    .execute();
  const racers = await Promise.all(
    Array.from({ length: 10 }, async (_, racer) => {
      vi.setSystemTime(monday - second + racer * 300);
      return writeEndingDigest(db, makeWholeScope());
    }),
  );
  expect(racers.filter(({ ending }) => ending > 0)).toHaveLength(1);
  vi.setSystemTime(monday + 6 * day);
  expect(await writeEndingDigest(db, makeWholeScope())).toEqual({ ending: 0 });
  const count = async () => (await readAll("select id from outbox where kind = 'application-ending'")).length;
  expect(await count()).toBe(1);
  vi.setSystemTime(monday + 7 * day + hour);
  expect(await writeEndingDigest(db, makeWholeScope())).toEqual({ ending: 1 });
  expect(await count()).toBe(2);
});
