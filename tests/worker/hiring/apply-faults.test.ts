/** Whatever fails while somebody applies: it is stored, or they are told and keep what they typed; no object is left alone. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { countAll, db, fillIn, runHourly, send, upload } from "./apply-make.ts";
import { makeTicket } from "../enquiries/enquiries-make.ts";
import { breakBinding, breakDatabase } from "../faulty-bindings.ts";
import { makePdf } from "./apply-files-make.ts";

beforeEach(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

/** A bucket whose call number `at` (from 1) of `method` fails. */
const breakBucket = (method: "put" | "get" | "delete" | "list", at: number) =>
  breakBinding("MEDIA", { at, hits: (call) => call === `MEDIA.${method}` }).MEDIA;

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

const faults: [string, (broken: number) => Partial<Env>][] = [
  ["statement", (broken) => ({ DB: breakDatabase(broken) })],
  ["put", (broken) => ({ MEDIA: breakBucket("put", broken) })],
  ["get", (broken) => ({ MEDIA: breakBucket("get", broken) })],
  ["delete", (broken) => ({ MEDIA: breakBucket("delete", broken) })],
];

test.each(faults)(
  "a form with a file whose %s fails is stored whole, or comes back with its answers",
  async (name, breakIt) => {
    const answers = new Set<number>();
    for (let broken = 1; broken <= 14; broken += 1) {
      const before = (await countAll())["applications"] ?? 0;
      const fields = await fillIn({ name: `Grace ${broken}`, resumeText: "" });
      const files = { resume: { name: "cv.pdf", bytes: makePdf({ bytes: 1_500_000 }) } };
      const { status, text } = await send({ fields, files, env: breakIt(broken) });
      const stored = ((await countAll())["applications"] ?? 0) - before;
      answers.add(status);
      if (status === 303) expect([broken, stored]).toEqual([broken, 1]);
      else {
        expect([broken, status === 503 || status === 400, stored]).toEqual([broken, true, 0]);
        expect(text).toContain(`value="Grace ${broken}"`);
        // The same form once more, now that all works again; a file that was lost is chosen again.
        const kept = /name="resume-upload" value="([^"]+)"/.exec(text)?.[1];
        const again = kept ? { fields: { ...fields, "resume-upload": kept } } : { fields, files };
        expect([broken, (await send(again)).status]).toEqual([broken, 303]);
      }
    }
    expect(answers).toContain(303);
    if (name !== "delete") expect(answers).toContain(503);
    await expectNoOrphan(name);
  },
);

test("a file that is sent ahead goes on after any statement or object that failed", async () => {
  const bytes = makePdf({ bytes: 2_500_000 });
  for (const [name, breakIt] of faults)
    for (let broken = 1; broken <= 6; broken += 1) {
      const overrides = breakIt(broken);
      const ticket = await makeTicket();
      let sent = await upload(ticket, { name: "cv.pdf", bytes }, overrides);
      if (sent.status >= 500) sent = await upload(ticket, { name: "cv.pdf", bytes });
      expect([name, broken, sent.status, sent.upload?.isDone]).toEqual([name, broken, 200, true]);
    }
  await expectNoOrphan("upload");
});

test("what fails while one withdraws leaves all of it or nothing, and no object after the sweep", async () => {
  for (const [name, breakIt] of faults)
    for (let broken = 1; broken <= 5; broken += 1) {
      const files = { resume: { name: "cv.pdf", bytes: makePdf() } };
      const { location } = await send({ files });
      const path = location.replace("?sent", "");
      const { status } = await send({ path, fields: { do: "withdraw", sure: "on" }, env: breakIt(broken) });
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
    for (const broken of [1, 2]) await runHourly({ MEDIA: breakBucket(method, broken) });
  vi.mocked(Date.now).mockRestore();
  await expectNoOrphan("swept");
  expect(await countAll()).toEqual({});
});
