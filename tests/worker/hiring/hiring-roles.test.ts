/** Who reads of a candidate: every address of the staff area, and every mail, is looked through for the name, role by role. */
import { expect, test } from "vitest";
import { type Role, roles } from "#shared/permissions.ts";
import { sendCandidateMail } from "#worker/hiring/mails/send-mail.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { writeNote } from "#worker/hiring/applications/notes.ts";
import { saveScorecard } from "#worker/hiring/interviews/scorecards.ts";
import { newId } from "#worker/lib/ids.ts";
import { isDeep } from "../../runs.ts";
import { makePdf } from "./apply-files-make.ts";
import { ask, db, fillIn, send } from "./apply-make.ts";
import { builtRoutes } from "../built-worker.ts";
import { makeOpening } from "./openings-make.ts";
import { fillProposal, inHours, makeStaff, readInterviews } from "./interviews-make.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

muteConsole("error");

const mark = /markova/i;

/** An application with all that hiring adds, each part with the candidate's name. */
async function makeWhole() {
  const { id: job, slug } = await makeOpening({ title: "Keeper of lamps" });
  const fields = await fillIn({ name: "Zora Markova", email: "zora.markova@example.com", place: "Markova Town" });
  await send({ path: `/careers/${slug}/apply`, fields, files: { resume: { name: "markova.pdf", bytes: makePdf() } } });
  const { id } = await db.selectFrom("applications").select("id").executeTakeFirstOrThrow();
  const { id: file } = await db.selectFrom("application_files").select("id").executeTakeFirstOrThrow();
  const hana = await makeStaff("HR", "Hana Recruit");
  const known = { applicationId: id, actor: hana.id };
  const form = fillProposal({ times: [inHours(1)], interviewers: [hana.id], isBooked: true });
  expect((await hana.ask(`/job-applications/${id}`, form)).status).toBe(200);
  const [interview] = await readInterviews(id);
  const input = { scores: [], verdict: "yes" as const, note: "Take Markova." };
  await saveScorecard(db, { ...known, version: 0, input, isSent: true }, makeScope());
  const typed = { subject: "Dear Zora Markova", body: "Come." };
  await sendCandidateMail(db, { ...known, mailId: newId(), typed, template: null, seen: 0 }, makeScope());
  await db.updateTable("outbox").set({ state: "failed", last_error: "Markova is unknown" }).execute();
  await db.updateTable("application_texts").set({ state: "failed", last_error: "Broken" }).execute();
  await writeNote(db, { ...known, note: "Markova called.", mentions: [hana.id] }, makeScope());
  return { id, job, file, interview: interview?.id ?? "", hana };
}

const other = "0198f1de-0000-7000-8000-000000000000";
const searches = ["/job-applications", "/job-applications/board", "/job-management", "/staff-search", "/audit-log"];

/** Every address of the staff area, filled in with what there is, as a page and as the data of one. */
function listAddresses({ id, job, file, interview }: Awaited<ReturnType<typeof makeWhole>>): string[] {
  const paths = builtRoutes
    .filter((route) => route.id.startsWith("staff/"))
    .map(({ path = "" }) => {
      const own = path.startsWith("job-applications") ? id : path.startsWith("job-management") ? job : other;
      return `/${path
        .replace(":fileId", file)
        .replace(":interview", interview)
        .replaceAll(/:[^/]+/g, own)
        .replace("*", "x")}`;
    });
  const found = searches.flatMap((path) => [`${path}?q=zora`, `${path}?q=zora&stage=any`]);
  return [...new Set([...paths, ...found])];
}

async function readAll(paths: readonly string[], user: { id: AccountId }): Promise<string[]> {
  const Cookie = writeCookies(await makeSession(user.id));
  const named = [];
  for (const [at, path] of paths.entries())
    // A page is drawn of its data: one in four as a page, the others as data; all as both in the deep tests.
    for (const address of [path, path.replace(/(?=\?|$)/, ".data")].filter(
      (_, place) => isDeep || (at % 4 === 0) === (place === 0),
    )) {
      const { status, text, headers } = await ask(address, { headers: { Cookie, Origin: siteOrigin } });
      expect(status, address).toBeLessThan(500);
      if (mark.test(text + (headers.get("Content-Disposition") ?? ""))) named.push(path);
    }
  return named;
}

test("the name of a candidate is on no page, in no data, file, search, count, export and hub of who may not read applications", async () => {
  const whole = await makeWhole();
  const paths = listAddresses(whole);
  expect(paths.length).toBeGreaterThan(60);
  const readers = new Set<Role>(["HR", "super_admin"]);
  for (const role of [...roles, null]) {
    const isReader = role !== null && readers.has(role);
    const own = `/job-applications/${whole.id}`;
    const named = await readAll(isReader && !isDeep ? [own] : paths, await makeAccount({ roles: role ? [role] : [] }));
    if (isReader) expect(named, role).toContain(own);
    else expect(named, String(role)).toEqual([]);
  }
  // Those whose work it is find it everywhere that it belongs.
  const hers = await readAll(paths, whole.hana);
  expect(hers).toEqual(
    expect.arrayContaining(["/job-applications", "/job-applications/board", "/talent-admin", "/staff-search?q=zora"]),
  );
  expect(hers.filter((path) => !/^\/(job-applications|talent-admin|staff-search)/.test(path))).toEqual([]);
});

test("no mail to anybody but the candidate has their name, and none goes to who may not read applications", async () => {
  const { hana } = await makeWhole();
  const mails = await db.selectFrom("outbox").selectAll().execute();
  const theirs = mails.filter(({ recipient }) => recipient === "zora.markova@example.com");
  const ours = mails.filter((mail) => !theirs.includes(mail));
  expect(theirs.length).toBeGreaterThanOrEqual(3);
  expect(ours.map(({ kind, recipient }) => [kind, recipient === hana.email])).toEqual(
    expect.arrayContaining([["interview-colleague", true]]),
  );
  for (const { last_error: _, ...mail } of ours) expect(JSON.stringify(mail), mail.kind).not.toMatch(mark);
});
