import type { JobDetail } from "#shared/hiring/job.ts";
import type { JobId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { Secrets } from "#worker/lib/former-secret.ts";
import { makePreviewToken, readPreviewToken } from "#worker/lib/preview-token.ts";
import { readWorkingJob } from "./read-working.ts";
import { renderJob } from "./render-job.ts";
import { readPay } from "./working-draft.ts";

/** Path by which anyone can read the job `id` as it was saved last, until `expires` (epoch seconds). */
export async function makeJobPreviewPath(secret: string, id: JobId, expires: number): Promise<string> {
  return `/careers/preview/${await makePreviewToken(secret, "job preview", { id, expires })}`;
}

/** The job that `token` shows; null for a token that is not ours, or no longer good. */
export async function readJobPreviewToken(secrets: Secrets, token: string): Promise<JobId | null> {
  return readPreviewToken<JobId>(secrets, "job preview", token);
}

/** A job as it was saved last; what nobody has said yet is null. */
export type JobPreview = Omit<JobDetail, "pay" | "closesAt"> & {
  pay: JobDetail["pay"] | null;
  closesAt: number | null;
};

/** A job as it was saved last, for whoever holds a preview link; null when it is gone. One query. */
export async function readJobPreview(db: Db, { id, now }: { id: JobId; now: number }): Promise<JobPreview | null> {
  const job = await readWorkingJob(db, { id });
  if (!job) return null;
  const { draft } = job;
  return {
    id,
    slug: draft.slug,
    requisitionId: draft.requisitionId,
    title: draft.title || "Untitled role",
    department: draft.department,
    summary: draft.summary,
    html: renderJob(draft.markdown),
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
