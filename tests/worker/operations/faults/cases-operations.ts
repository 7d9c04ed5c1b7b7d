/** What operators change and start, and the two jobs that watch and back up. */
import { env } from "cloudflare:workers";
import { day, minute } from "#shared/dates/durations.ts";
import { planPurge } from "#worker/insights/purges.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { runBackups } from "#worker/backups/run-backups.ts";
import { backupKey } from "../../backups/backups-make.ts";
import { makeScope } from "../../make-scope.ts";
import { insert } from "../../privacy/retention-make.ts";
import { type FaultCase, ofStaff } from "./case.ts";

const db = openDb(env.DB);

const operate = (what: string, make: () => Promise<Record<string, string>>, more: Partial<FaultCase> = {}) =>
  ofStaff({
    door: "staff/operations/operations",
    what,
    as: "super_admin",
    async make() {
      await resetAlerts();
      return ["/operations", await make()];
    },
    ...more,
  });

/** The one row of their settings, which is always there. */
async function resetAlerts(recipients = ""): Promise<void> {
  await db
    .updateTable("alert_settings")
    .set({ recipients: JSON.stringify(recipients ? [recipients] : []), webhook_url: "", version: 1, updated_at: 1 })
    .execute();
}

/** A post for an address that the form changes, with which it goes. */
async function makeWaitingPost(): Promise<void> {
  await db.updateTable("alert_settings").set({ webhook_url: "https://former.operator.example/alerts" }).execute();
  const at = Date.now();
  await insert("alert_posts", { id: crypto.randomUUID(), body: "{}", created_at: at, due_at: at });
}

const asked = {
  partly: "that it was asked for is recorded before it begins, so that nothing is begun by nobody",
  repeats: "who asks again is recorded again",
};

/** The second bucket of the tests takes the backups. */
const keeps = () =>
  ({ BACKUPS: env.VISITS_BUCKET, BACKUP_KEY: backupKey, VISITS_BUCKET: undefined }) as unknown as Partial<Env>;

/** Something to back up, no backup of it yet, and nobody who gets an alert of one that fails. */
async function prepareBackup(): Promise<void> {
  await resetAlerts();
  const { objects = [] } = (await env.VISITS_BUCKET?.list()) ?? {};
  if (objects.length > 0) await env.VISITS_BUCKET?.delete(objects.map(({ key }) => key));
  await env.MEDIA.put("covers/a.webp", "A cover");
}

/** A step that failed goes on with the next run, and one whose end is not known once nobody can be at it any longer. */
const steps = {
  bindings: keeps,
  waits: 21 * minute,
  rounds: 2,
  remainders: { of: ["alerts"], why: "an alert of a failed step is over once its recovery has lasted" },
};

export const ofOperations: readonly FaultCase[] = [
  operate(
    "run",
    async () => {
      await runBatch(db, [planPurge(db, ["post-1"], 1).query]);
      return { do: "run", job: "purge what is due" };
    },
    { leaves: ["operations.job_run"], waits: minute, ...asked },
  ),
  operate("action", async () => ({ do: "action", action: "back-up-now" }), {
    leaves: ["operations.action_run"],
    ...asked,
  }),
  operate(
    "seen",
    async () => {
      const at = Date.now();
      const none = { name: "", message: "", place: "", frames: "", request_id: "", version: "" };
      await insert("error_groups", { fingerprint: "abc1", event: "failed", ...none, first_at: at, last_at: at });
      return { do: "seen", group: "abc1", until: String(at) };
    },
    { leaves: ["operations.errors_seen"], goesOn: "the page shows that it is marked" },
  ),
  operate(
    "alerts",
    async () => {
      await makeWaitingPost();
      return {
        do: "alerts",
        version: "1",
        recipients: "operator@fivewright.example",
        webhook: "https://new.operator.example/alerts",
        "quiet-from": "22:00",
        "quiet-until": "06:00",
        threshold: "7",
      };
    },
    { leaves: ["alerts.changed"] },
  ),
  operate("key", async () => ({ do: "key" }), {
    leaves: ["alerts.key_shown"],
    repeats: "who asks again sees it again, and is recorded again",
  }),
  operate("new-key", async () => ({ do: "new-key", version: "1" }), {
    leaves: ["alerts.key_replaced"],
    goesOn: "the page has the version of the new key, which is shown from there",
  }),
  operate(
    "test",
    async () => {
      await resetAlerts("operator@fivewright.example");
      return { do: "test" };
    },
    { leaves: ["alerts.tested"] },
  ),
  {
    door: "post /api/purge",
    bindings: () => ({ VERSION: { id: "version-1", tag: "", timestamp: "" } }) as unknown as Partial<Env>,
    prepare: async () => ({ path: "/api/purge", headers: { Authorization: "Bearer version-1" } }),
  },
  {
    door: "watch the site",
    async prepare() {
      await resetAlerts("operator@fivewright.example");
      // A failing check that is reported: no purge of the caches has worked for a day.
      const at = Date.now() - day;
      await insert("purges", { id: crypto.randomUUID(), tags: '["post-1"]', due_at: at, attempts: 9, failed_at: at });
      return { job: "watch the site" };
    },
  },
  {
    door: "back up",
    ...steps,
    async prepare() {
      await prepareBackup();
      return { job: "back up" };
    },
  },
  {
    door: "back up",
    what: "a step",
    ...steps,
    async prepare() {
      await prepareBackup();
      await runBackups(db, makeScope(keeps()));
      return { job: "back up" };
    },
  },
];
