import type { OpeningDetail } from "#shared/hiring/opening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { Secrets } from "#worker/lib/former-secret.ts";
import { makePreviewToken, readPreviewToken } from "#worker/lib/preview-token.ts";
import { readWorkingOpening } from "./read-working.ts";
import { renderOpening } from "./render-opening.ts";
import { readPay } from "./working-draft.ts";

/** Path by which anyone can read the job `id` as it was saved last, until `expires` (epoch seconds). */
export async function makeOpeningPreviewPath(secret: string, id: OpeningId, expires: number): Promise<string> {
  return `/careers/preview/${await makePreviewToken(secret, "job preview", { id, expires })}`;
}

/** The job that `token` shows; null for a token that is not ours, or no longer good. */
export async function readOpeningPreviewToken(secrets: Secrets, token: string): Promise<OpeningId | null> {
  return readPreviewToken<OpeningId>(secrets, "job preview", token);
}

/** A job as it was saved last; what nobody has said yet is null. */
export type OpeningPreview = Omit<OpeningDetail, "pay" | "closesAt"> & {
  pay: OpeningDetail["pay"] | null;
  closesAt: number | null;
};

/** A job as it was saved last, for whoever holds a preview link; null when it is gone. One query. */
export async function readOpeningPreview(
  db: Db,
  { id, now }: { id: OpeningId; now: number },
): Promise<OpeningPreview | null> {
  const job = await readWorkingOpening(db, { id });
  if (!job) return null;
  const { draft } = job;
  return {
    id,
    slug: draft.slug,
    requisitionId: draft.requisitionId,
    title: draft.title || "Untitled role",
    department: draft.department,
    summary: draft.summary,
    html: renderOpening(draft.markdown),
    workplace: draft.workplace,
    employment: draft.employment,
    openings: draft.openings,
    pay: readPay(draft.pay),
    places: draft.places.filter(({ city, country }) => city !== "" && country !== ""),
    remoteCountries: draft.remoteCountries,
    closesAt: draft.closesAt,
    publishedAt: job.publishAt ?? now,
    isOpen: true,
  };
}
