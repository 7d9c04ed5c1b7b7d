/** Whatever fails while somebody applies: it is stored, or they get an error and keep what they typed; no object is left alone. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { pieceSize } from "#shared/hiring/application-files.ts";
import { isDeep } from "#tests/runs.ts";
import { countAll, db, fillIn, runHourly, send, upload } from "./apply-make.ts";
import { makeTicket, patient } from "../enquiries/ticket-make.ts";
import { breakBindings } from "../faulty-bindings.ts";
import { makePdf } from "./apply-files-make.ts";
import { muteConsole } from "../make.ts";

muteConsole("warn", "error");

/** Bindings whose call number `at` (from 1) of those that `calls` names fails. */
const breakCall = (calls: RegExp, at: number) =>
  breakBindings(
    { kind: "before", at, hits: (call) => calls.test(call) },
    { CONTACT_LIMIT: patient, API_LIMIT: patient },
  );

/** After the sweep there is an object for each file of an application, and nothing else. */
async function expectNoOrphan(what: string): Promise<void> {
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 72 * hour);
  await runHourly();
  vi.mocked(Date.now).mockRestore();
  const { application_files = 0, objects = 0, ...rest } = await countAll();
  expect([what, objects]).toEqual([what, application_files]);
  expect(rest, what).not.toHaveProperty("removed_files");
  const rows = await db.selectFrom("application_files").select("key").execute();
  for (const { key } of rows) expect(await env.MEDIA.head(key), `${what} ${key}`).not.toBeNull();
}

const faults: [string, RegExp][] = [
  ["statement", /^DB\./],
  ["put", /^MEDIA\.put$/],
  ["get", /^MEDIA\.get$/],
  ["delete", /^MEDIA\.delete$/],
];

/** Every third statement fails, and every call of the bucket; all of them in the deep tests. */
const stepOf = (name: string) => (isDeep || name !== "statement" ? 1 : 3);

test.each(faults)(
  "a form with a file whose %s fails is stored whole, or comes back with its answers",
  async (name, calls) => {
    const answers = new Set<number>();
    const bytes = makePdf({ bytes: pieceSize + 1000 });
    for (let broken = 1, isOver = false; !isOver; broken += stepOf(name)) {
      const faulty = breakCall(calls, broken);
      const before = (await countAll())["applications"] ?? 0;
      const fields = await fillIn({ name: `Grace ${broken}`, resumeText: "" });
      const files = { resume: { name: "cv.pdf", bytes } };
      const { status, text } = await send({ fields, files, env: faulty.env });
      isOver = !faulty.hasHappened();
      const stored = ((await countAll())["applications"] ?? 0) - before;
      answers.add(status);
      if (status === 303) expect([broken, stored]).toEqual([broken, 1]);
      else {
        expect([broken, status === 503 || status === 400, stored]).toEqual([broken, true, 0]);
        expect(text).toContain(`value="Grace ${broken}"`);
        // The same form once more, now that all works again; a file that was lost is chosen again.
        const named = /name="resume-upload" value="([^"]+)"/.exec(text)?.[1];
        const again = named ? { fields: { ...fields, "resume-upload": named } } : { fields, files };
        expect([broken, (await send(again)).status]).toEqual([broken, 303]);
      }
    }
    expect(answers).toContain(303);
    if (name !== "delete") expect(answers).toContain(503);
    await expectNoOrphan(name);
  },
);

test("a file that is sent ahead goes on after any statement or object that failed @ci", async () => {
  const bytes = makePdf({ bytes: 2 * pieceSize + 1000 });
  for (const [name, calls] of faults)
    for (let broken = 1, isOver = false; !isOver; broken += stepOf(name)) {
      const faulty = breakCall(calls, broken);
      const ticket = await makeTicket();
      let sent = await upload(ticket, { name: "cv.pdf", bytes }, faulty.env);
      isOver = !faulty.hasHappened();
      if (sent.status >= 500) sent = await upload(ticket, { name: "cv.pdf", bytes });
      expect([name, broken, sent.status, sent.upload?.isDone]).toEqual([name, broken, 200, true]);
    }
  await expectNoOrphan("upload");
});

test("what fails while one withdraws leaves all of it or nothing, and no object after the sweep", async () => {
  for (const [name, calls] of faults)
    for (let broken = 1, isOver = false; !isOver; broken += stepOf(name)) {
      const faulty = breakCall(calls, broken);
      const files = { resume: { name: "cv.pdf", bytes: makePdf() } };
      const { location } = await send({ files });
      const path = location.replace("?sent", "");
      const { status } = await send({ path, fields: { do: "withdraw", sure: "on" }, env: faulty.env });
      isOver = !faulty.hasHappened();
      const { applications = 0, application_files = 0 } = await countAll();
      expect([name, broken, applications, application_files]).toEqual([
        name,
        broken,
        ...(status === 303 ? [0, 0] : [1, 1]),
      ]);
      await db.deleteFrom("applications").execute();
    }
  await expectNoOrphan("withdrawn");
  expect(await countAll()).toEqual({});
});

test("a sweep that fails half-way is done by the next one, and the queue may be away", async () => {
  const away = { send: () => Promise.reject(new Error("away")), sendBatch: () => Promise.reject(new Error("away")) };
  const { status } = await send({
    files: { resume: { name: "cv.pdf", bytes: makePdf() } },
    env: { MAIL_QUEUE: away as unknown as Queue },
  });
  expect(status).toBe(303);
  await upload(await makeTicket(), { name: "cv.pdf", bytes: makePdf() });
  await env.MEDIA.put("private/applications/0198f1de-0000-7000-8000-000000000000/alone", "alone");
  await db.deleteFrom("applications").execute();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 72 * hour);
  for (const method of ["delete", "list"] as const)
    for (const broken of [1, 2]) await runHourly(breakCall(new RegExp(`^MEDIA\\.${method}$`), broken).env);
  vi.mocked(Date.now).mockRestore();
  await expectNoOrphan("swept");
  expect(await countAll()).toEqual({});
});
