/** The table of backups: what operators see, and how one is begun. */
import { hour } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { report } from "../lib/subject.ts";

/** Since when there must be a whole backup. */
const patience = 36 * hour;

type Bindings = Pick<Env, "BACKUPS" | "BACKUP_KEY">;

/** No backup for too long, though one was begun before; null where none are made. */
export function selectMissingBackup(db: Db, { BACKUPS, BACKUP_KEY }: Bindings) {
  if (!BACKUPS || !BACKUP_KEY) return null;
  const since = now() - patience;
  const good = db.selectFrom("backup_runs").select("id").where("state", "=", "done").where("finished_at", ">", since);
  return db
    .selectFrom("backup_runs")
    .select("id")
    .where("started_at", "<", since)
    .where(({ not, exists }) => not(exists(good)))
    .limit(1);
}

const name = "Last backup";
const action = "back-up-now";

/** When the last whole backup was made, and what prevents the next. */
export const backupReport = report(
  (db) =>
    db
      .selectFrom("backup_runs")
      .select([
        "id",
        "kind",
        "state",
        "started_at",
        "finished_at",
        "rows",
        "files",
        "file_bytes",
        "stored_bytes",
        "error",
      ])
      .orderBy("started_at", "desc")
      .limit(20),
  (rows, { env, now: at }) => {
    if (!env.BACKUPS || !env.BACKUP_KEY) {
      const missing = env.BACKUPS ? "No BACKUP_KEY is set" : "No bucket is bound as BACKUPS";
      return [{ name, value: `${missing}: none are made`, state: "warning", todo: "Follow docs/backup.md." }];
    }
    const [latest] = rows;
    const done = rows.filter(({ state }) => state === "done");
    const good = done.find(({ kind }) => kind !== "restored");
    const restored = done.find(({ kind }) => kind === "restored");
    const isNoneSince = restored !== undefined && (good?.finished_at ?? 0) < (restored.finished_at ?? 0);
    // As the check of `/api/health` judges: the backup that the site was restored from is one. A first one that was given
    // up is reported at once.
    const isDue = rows.some(({ started_at }) => started_at < at - patience);
    const isRecent = done.some(({ finished_at }) => (finished_at ?? 0) > at - patience);
    const isLate = (isDue && !isRecent) || (done.length === 0 && latest?.state === "failed");
    const damaged = done.find(({ error }) => error !== null);
    const isFailing = latest !== undefined && latest.state !== "done" && latest.error !== null;
    return [
      {
        name,
        value: isNoneSince
          ? "None since the site was restored"
          : good
            ? `${formatNumber(good.rows)} rows, ${formatNumber(good.files)} files, ${formatBytes(good.stored_bytes)} stored`
            : "None yet",
        state: isLate ? "failed" : isFailing || damaged ? "warning" : "good",
        since: (isNoneSince ? restored : good)?.finished_at ?? null,
        ...(isNoneSince && { todo: "The next begins at night. “Back up now” begins one within five minutes." }),
        ...(damaged && {
          todo: `Of the backup ${damaged.id}, ${damaged.error}: “Back up now” stores anew what the site still has (docs/backup.md).`,
        }),
        ...(isFailing && { todo: `The one that was begun last fails: ${latest.error}` }),
        action,
      },
    ];
  },
);

export const backUpNow = {
  id: action,
  label: "Back up now",
  about:
    "A backup of database and files begins within five minutes, besides those of each night. Visitors notice nothing.",
  async run(db: Db) {
    return (await startRun(db, "asked")) ? "A backup begins within five minutes." : "A backup is running already.";
  },
};

/** Backups are named by when they began, so that names sort by time: `2026-11-24T02-00-13Z-5f3a91`. */
export function nameBackup(startedAt: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const time = new Date(startedAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return `${time}Z-${(random % 0x100_0000).toString(16).padStart(6, "0")}`;
}

/** False where one runs already. */
export async function startRun(db: Db, kind: "nightly" | "asked"): Promise<boolean> {
  const at = now();
  const row = await db
    .insertInto("backup_runs")
    .values({ id: nameBackup(at), kind, state: "running", started_at: at, finished_at: null, error: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
}
