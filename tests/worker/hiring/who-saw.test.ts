/** Who saw a person's data: each reading is recorded, entries say whose application they are about, and no name outlives an erasure. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { formatEntry } from "#app/staff/audit/format-entry.ts";
import { listAudit } from "#worker/audit/list-audit.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makeApplication } from "./application-rows.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeReader, openEnquiry } from "../enquiries/enquiries-staff-make.ts";
import { fillProposal, inHours, makeStaff, readInterviews } from "./interviews-make.ts";

const db = openDb(env.DB);

async function readLog(words: string) {
  const filter = { actor: null, actions: null, since: null, before: null, unusual: false, words };
  const asked = { filter, direction: "asc", cursor: null, reader: "r" as AccountId, list: "audit-log" } as const;
  const { rows } = await listAudit(db, asked);
  return rows.map((entry) => {
    const { subject } = formatEntry(entry);
    return { action: entry.action as string, by: entry.actor_id, subject };
  });
}

test("each colleague's reading of an application is an entry that names it, once an hour, and interviews belong to its timeline", async () => {
  const [hana, omar] = [await makeStaff("HR", "Hana Recruit"), await makeStaff("HR", "Omar Hiring")];
  const { id } = await makeApplication({ name: "Priya Sensitive" });
  for (const staff of [hana, hana, omar, omar]) expect((await staff.ask(`/job-applications/${id}`)).status).toBe(200);
  await hana.ask(`/job-applications/${id}`, fillProposal({ times: [inHours(48)], interviewers: [omar.id] }));
  const [interview] = await readInterviews(id);
  const form: [string, string][] = [
    ["do", "interview:cancelled"],
    ["interview", `${interview?.id}:1`],
  ];
  await hana.ask(`/job-applications/${id}`, form);
  const log = await readLog(id);
  expect(log.map(({ action, by }) => [action, by])).toEqual(
    expect.arrayContaining([
      ["application.opened", hana.id],
      ["application.read", omar.id],
      ["interview.proposed", hana.id],
    ]),
  );
  expect(log.filter(({ action }) => action === "application.read")).toHaveLength(1);
  for (const { action, subject } of log) {
    expect(subject?.name, action).toMatch(/^Priya Sensitive, [0-9a-f]{4}-[0-9a-f]{4}, /i);
    expect(subject?.to, action).toBe(`/job-applications/${id}`);
  }
  expect(log.map(({ action }) => action)).toContain("interview.cancelled");
  await db.deleteFrom("applications").where("id", "=", id).execute();
  const after = await db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(after)).not.toContain("Sensitive");
  expect((await readLog(id)).every(({ subject }) => subject === null)).toBe(true);
});

test("who reads an enquiry is in its timeline, once an hour", async () => {
  const { id } = await makeEnquiry();
  const { visit, user } = await makeReader();
  await openEnquiry(id, visit);
  await openEnquiry(id, visit);
  expect((await readLog(id)).map(({ action, by }) => [action, by])).toEqual([["enquiry.read", user]]);
});
