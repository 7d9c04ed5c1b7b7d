/** What the platform asks for: batches of queues, and jobs. */
import { env } from "cloudflare:workers";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { storePicture, removePicture } from "#worker/accounts/own/picture.ts";
import { openSigner } from "#worker/accounts/sessions/signing-keys.ts";
import { startReport } from "#worker/analytics/mails/subscriptions.ts";
import { openDb, runBatch } from "#worker/db/client.ts";

import { planPurge } from "#worker/insights/purges.ts";

import { deliver } from "../../analytics/analytics-doors-make.ts";
import { makeApplication, makeFile } from "../../hiring/application-rows.ts";
import { makeOpening } from "../../hiring/openings-make.ts";
import { makeMailer, receiveMany } from "../../enquiries/enquiries-make.ts";
import { makeEnquiry, makeMail } from "../../enquiries/enquiry-rows.ts";
import { makeInsight } from "../../insights/insights-make.ts";
import { makeAccount } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { makeEditor, makeItem, makeJpeg, makePng } from "../../media/media-make.ts";
import { makers } from "../../privacy/retention-make.ts";
import { makeAi, putTexts } from "../../search/search-make.ts";
import { makeVisit } from "../../analytics/visits-make.ts";
import type { FaultCase } from "./case.ts";

const db = openDb(env.DB);

const job = (name: string, make: () => Promise<unknown>, more: Partial<FaultCase> = {}): FaultCase => ({
  door: name,
  async prepare() {
    await make();
    return { job: name };
  },
  ...more,
});

const queue = (name: string, make: () => Promise<object[]>, more: Partial<FaultCase> = {}): FaultCase => ({
  door: name,
  prepare: async () => ({ queue: name, bodies: await make() }),
  ...more,
});

const received = () => ({ received_at: Date.now() });

/** A mail that is due. */
async function makeDue(): Promise<string> {
  const { id } = await makeEnquiry();
  const mail = await makeMail(id, "queued" as never);
  await db.updateTable("outbox").set({ due_at: 1, attempts: 0 }).where("id", "=", mail).execute();
  return mail;
}

const mailer = () => ({ EMAIL: makeMailer().binding });

export const background: readonly FaultCase[] = [
  queue("fivewright-visitor-records", async () => [
    { kind: "visit", ...makeVisit(), ...received() },
    { kind: "visit", ...makeVisit(), ...received() },
  ]),
  queue("fivewright-mail", async () => [{ mailId: await makeDue() }], {
    bindings: mailer,
    repeats: "a mail whose sending was not answered may leave twice: its state says how often it was tried",
  }),
  queue(
    "fivewright-documents",
    async () => {
      const { id } = await makeApplication();
      const file = await makeFile(id, { name: "cv.txt", type: "text/plain", text: "Ten years of Rust." });
      return [{ fileId: file.id }];
    },
    { waits: day },
  ),
  queue(
    "fivewright-search",
    async () => {
      await putTexts(8);
      return [{ kind: "vectors" }];
    },
    { entries: "an attempt that was not answered has an entry in the audit log, which is another database" },
  ),
  ...["visitor-records", "mail", "documents", "search"].map((name) =>
    queue(`fivewright-${name}-dead`, async () => [{ any: "message" }, { another: "message" }]),
  ),
  job(
    "rotate signing keys",
    async () => {
      await openSigner(db, env);
      await db.updateTable("signing_keys").set({ activated_at: 1 }).where("state", "=", "current").execute();
    },
    { leaves: ["signing_key.rotated"] },
  ),
  job("delete pictures of nobody", async () => {
    const { id: user } = await makeAccount();
    const file = new File([makeJpeg() as BlobPart], "me.jpg");
    await storePicture(db, { user, file }, makeScope());
    await env.MEDIA.put("private/pictures/0198f1de-0000-7000-8000-000000000000", "alone");
    await removePicture(db, { user }, makeScope());
  }),
  job("refresh visits", makeVisits),
  job("compute the figures of days", makeVisits),
  job("write reports by mail", async () => {
    const { id: user } = await makeAccount({ roles: ["marketing_admin"] });
    await startReport(db, { user, rhythm: "weekly", locale: "en-GB" }, makeScope());
    await db.updateTable("report_subscriptions").set({ reported_day: "2020-01-06", subscribed_at: 1 }).execute();
  }),
  job("archive visits", makeVisits),
  job("limit networks", makeVisits),
  job("forget visits that were not stored", makeVisits),
  job("delete unused words", makeVisits),
  job("read the texts of documents", async () => {
    await makeFile((await makeApplication()).id, { name: "cv.txt", type: "text/plain", text: "Ten years of Rust." });
  }),
  job("sweep the files of applications", async () => {
    await makeFile((await makeApplication()).id);
    await db.deleteFrom("applications").execute();
  }),
  job("tell of applications without a mail of their own", async () => {
    for (let made = 0; made < 3; made += 1) await makeApplication();
  }),
  job("tell of applications that are deleted soon", async () => {
    await makeApplication({ stage: "rejected", stage_since: Date.now() - 179 * day });
  }),
  job("take ended openings off the lists", async () => {
    await makeOpening({ closesAt: Date.now() + 1 });
  }),
  job("tell of enquiries without a mail of their own", async () => {
    await receiveMany(3, () => "10.9.9.9");
  }),
  job("send what waits in the outbox", makeDue, { bindings: mailer }),
  job("tidy up after imports that were taken back", async () => {
    const make = makers["Imports of articles, with the name of the file and who made them"];
    await make?.(Date.now() - hour);
    await db
      .updateTable("imports")
      .set({ undone_at: Date.now() - minute })
      .execute();
  }),
  job(
    "archive articles that have ended",
    async () => {
      const { id } = await makeInsight();
      await db
        .updateTable("insights")
        .set({ unpublish_at: Date.now() - 1 })
        .where("id", "=", id)
        .execute();
    },
    { leaves: ["post.ended"] },
  ),
  job("announce articles to search engines", () => makeInsight()),
  job("purge what is due", () =>
    runBatch(db, [planPurge(db, ["post-1"], 1).query, planPurge(db, ["post-2"], 1).query]),
  ),
  job("render articles with replaced pictures", async () => {
    const caller = await makeEditor();
    const { path } = (await makeItem(caller, { bytes: makePng() })) as unknown as { path: string };
    await makeInsight({ markdown: `![A](${path})` });
    await db.updateTable("media_items").set({ stale: 1 }).execute();
  }),
  job("sweep unused covers", async () => {
    await env.MEDIA.put("covers/wide-0123456789abcdef.svg", "<svg/>");
  }),
  job("sweep the media library", async () => {
    const { id } = await makeItem(await makeEditor(), { bytes: makePng() });
    await db
      .updateTable("media_items")
      .set({ deleted_at: Date.now() - 40 * day } as never)
      .where("id", "=", id as never)
      .execute();
  }),
  job("prune what is past its term", async () => {
    for (const make of Object.values(makers)) await make(1);
  }),
  job("bring the search up to date", () => makeInsight(), { bindings: () => ({ AI: makeAi().AI }) }),
];

async function makeVisits(): Promise<void> {
  const at = Date.now() - 2 * day;
  await deliver([
    { kind: "visit", ...makeVisit(), received_at: at },
    { kind: "visit", ...makeVisit(), received_at: at },
  ]);
}
