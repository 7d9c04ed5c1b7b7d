import { z } from "zod";
import { readZonedTime } from "#shared/dates/zoned-time.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { saveWritten } from "#worker/insights/begin-insight.ts";
import { findErrors, refuseErrors } from "#worker/insights/find-errors.ts";
import { archivePost, keepEnd, publishInsight } from "#worker/insights/publish-insight.ts";
import { insightDraftSchema } from "#worker/insights/insight-draft.ts";
import { type Editing, readEditing } from "#worker/insights/read-editing.ts";
import { nameRevision, restoreRevision } from "#worker/insights/change-revision.ts";
import { unscheduleInsight } from "#worker/insights/unschedule-insight.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const version = z.coerce.number().int().min(1);
const number = z.coerce.number().int().min(1);
const clock = z.string().optional();

/** Changes of an article other than of its text, as forms and as JSON. */
export const stateChanges = [
  z.object({
    intent: z.literal("publish"),
    version,
    /** `again` publishes from the time that was before: it takes back an `archive`. */
    when: z.enum(["now", "later", "again"]).default("now"),
    publish: clock,
    "publish-zone": clock,
    /** "" for no end. Without it and `until` the end stays as it is. */
    unpublish: clock,
    "unpublish-zone": clock,
    /** The end to the millisecond, which what takes back an `archive` brings back. */
    until: z.coerce.number().int().min(1).optional(),
  }),
  z.object({ intent: z.literal("archive"), version }),
  z.object({ intent: z.literal("unschedule"), version }),
  z.object({ intent: z.literal("restore"), version, revision: number }),
  z.object({ intent: z.literal("name"), revision: number, name: z.string().trim().max(80) }),
] as const;

/** What a text was written on: 0 for an article that is not stored yet. */
export const writtenOn = z.coerce.number().int().min(0);

/** The text as JSON brings it: all of the draft. */
export const draftSave = z.object({ intent: z.literal("save"), version: writtenOn, draft: insightDraftSchema });

export type Change = z.output<(typeof stateChanges)[number]> | z.output<typeof draftSave>;

export interface Target {
  id: InsightId;
  actor: AccountId;
  scope: RequestScope;
}

/**
 * Makes a change of an article and returns its version after it; null for one that has no version.
 * @throws the errors of what it calls
 */
export async function makeChange(change: Change, { id, actor, scope }: Target): Promise<number | null> {
  const db = openDb(scope.env.DB);
  if (change.intent === "name") {
    await nameRevision(db, { id, revision: change.revision, name: change.name, actor }, scope);
    return null;
  }
  const seen = { id, actor, version: change.version };
  if (change.intent === "save") return saveWritten(db, { ...seen, draft: change.draft }, scope);
  if (change.intent === "restore") return restoreRevision(db, { ...seen, revision: change.revision }, scope);
  if (change.intent === "archive") return archivePost(db, seen, scope);
  if (change.intent === "unschedule") return unscheduleInsight(db, seen, scope);
  const article = await readEditing(db, { id });
  if (!article) throw new NotFoundError();
  const times = readTimes(change, article);
  refuseErrors(await findErrors(db, { id, draft: article.draft, times }, scope));
  return publishInsight(db, { ...seen, ...times }, scope);
}

type Publish = Extract<Change, { intent: "publish" }>;

/** From when and until when readers are to see it. */
function readTimes(change: Publish, article: Editing) {
  const unpublishAt = readEnd(change, article);
  if (change.when === "later") {
    const publishAt = readClock(change, "publish");
    if (publishAt === null) throw new InvalidInputError({ publish: ["Choose a day and a time."] });
    return { publishAt, unpublishAt };
  }
  // What readers know keeps its date: changes of it are no news.
  const isKnown = article.publishAt !== null && article.publishAt <= now();
  const keeps = isKnown && (article.status === "published" || change.when === "again");
  return { publishAt: keeps && article.publishAt !== null ? article.publishAt : now(), unpublishAt };
}

function readEnd(change: Publish, { unpublishAt }: Editing): number | null {
  if (change.until !== undefined) return change.until;
  return change.unpublish === undefined ? keepEnd(unpublishAt) : readClock(change, "unpublish");
}

function readClock(change: Publish, name: "publish" | "unpublish"): number | null {
  const local = change[name];
  if (!local) return null;
  const found = readZonedTime(local, change[`${name}-zone`] || "UTC");
  if (!found) throw new InvalidInputError({ [name]: ["Choose a day, a time and a zone."] });
  return found.at;
}
