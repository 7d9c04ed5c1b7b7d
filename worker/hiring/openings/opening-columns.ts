import type { Compilable } from "kysely";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { movePath } from "#worker/db/redirects.ts";
import type { Database } from "#worker/db/tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { foldTitle } from "./fold-title.ts";
import type { OpeningDraft } from "./opening-draft.ts";
import { renderOpening } from "./render-opening.ts";
import { readPay, type WorkingDraft } from "./working-draft.ts";

/** The columns of `openings` that `draft` decides. */
export function toColumns({
  pay,
  requisitionId,
  closesAt,
  places: _places,
  remoteCountries: _countries,
  ...same
}: OpeningDraft) {
  return {
    ...same,
    requisition_id: requisitionId,
    // Some characters become several when folded. The search ignores the end of a title that gets too long.
    title_key: foldTitle(same.title).slice(0, 400),
    html: renderOpening(same.markdown),
    pay_min: pay?.min ?? null,
    pay_max: pay?.max ?? null,
    currency: pay?.currency ?? null,
    pay_period: pay?.period ?? null,
    closes_at: closesAt,
    updated_at: now(),
  };
}

/** What lists of the staff show in place of what nobody has written yet. */
const placeholders = { title: "Untitled role", department: "No department", summary: "–", markdown: "–" };

/** The columns of a job that only its writers see: its draft. */
export function toDraftColumns(draft: WorkingDraft, publishAt: number | null) {
  const { slug, requisitionId, workplace, employment, openings, closesAt } = draft;
  const written = Object.fromEntries(
    (["title", "department", "summary", "markdown"] as const).map((name) => [
      name,
      draft[name].trim() || placeholders[name],
    ]),
  ) as typeof placeholders;
  const fits = closesAt !== null && (publishAt === null || closesAt > publishAt);
  const same = { slug, requisitionId, workplace, employment, openings, closesAt: fits ? closesAt : null };
  return toColumns({ ...same, ...written, pay: readPay(draft.pay), places: [], remoteCountries: [] });
}

/** The queries that store where the work is done. */
export function insertPlaces(
  db: Db,
  { places, remoteCountries }: Pick<OpeningDraft, "places" | "remoteCountries">,
  id: OpeningId,
): Compilable[] {
  return [
    ...places.map((place, position) =>
      db.insertInto("opening_locations").values({ opening_id: id, position, ...place }),
    ),
    ...[...new Set(remoteCountries)].map((country) =>
      db.insertInto("opening_remote_countries").values({ opening_id: id, country }),
    ),
  ];
}

/** The queries that put other places in place of the job's own. */
export function replacePlaces(
  db: Db,
  draft: Pick<OpeningDraft, "places" | "remoteCountries">,
  id: OpeningId,
): Compilable[] {
  return [
    db.deleteFrom("opening_locations").where("opening_id", "=", id),
    db.deleteFrom("opening_remote_countries").where("opening_id", "=", id),
    ...insertPlaces(db, draft, id),
  ];
}

/** The queries by which the old address of a job that the public has seen leads to the new one. */
export function moveAddress(
  db: Db,
  { slug }: Pick<OpeningDraft, "slug">,
  before: Pick<Database["openings"], "slug" | "status" | "publish_at">,
): Compilable[] {
  if (before.slug === slug || before.publish_at === null || before.publish_at > now()) return [];
  if (before.status !== "published" && before.status !== "closed") return [];
  return movePath(db, { from: openingPath(before.slug), to: openingPath(slug), at: now() });
}

function openingPath(slug: string): string {
  return `/careers/${slug}`;
}

/** Throws ConflictError where `error` says that another job has what is one job's own; else `error`. */
export function refuseTaken(error: unknown): never {
  const [, column] = /UNIQUE constraint failed: openings\.(slug|requisition_id)/.exec(String(error)) ?? [];
  if (column === "slug") throw new ConflictError(addressTaken);
  if (column === "requisition_id") throw new ConflictError(numberTaken);
  throw error;
}

export const addressTaken = "Another job has this address.";
export const numberTaken = "Another job has this requisition id.";
