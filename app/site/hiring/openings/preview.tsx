import { data } from "react-router";
import { openingWords } from "#app/content/pages/openings.ts";
import { day } from "#shared/dates/durations.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { readOpeningPreview, readOpeningPreviewToken } from "#worker/hiring/openings/preview-links.ts";
import { now } from "#worker/lib/clock.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { NotFound } from "#app/site/not-found-notice.tsx";
import { CareersPicture } from "./careers-picture.tsx";
import { toShownDetail } from "./format-opening.server.ts";
import { OpeningFacts } from "./opening-facts.tsx";
import "./recipes.ts";
import "./openings.css";
import type { Route } from "./+types/preview.ts";

export const handle = { cache: "private", framed: true } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Days after which a job without an end closes (worker/hiring/openings/complete-opening.ts). */
const usualDays = 60;

/** A job as it was saved last, published or not, for a reader with a valid preview link. Never cached and never listed. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const id = await readOpeningPreviewToken(listSecrets(env), token);
  const at = now();
  // Reads the primary database: a replica may not have the newest version yet.
  const found = id && (await readOpeningPreview(openDb(env.DB.withSession("first-primary")), { id, now: at }));
  const unpaid = { min: 1, max: 1, currency: "EUR", period: "year" } as const;
  const job =
    found && toShownDetail({ ...found, pay: found.pay ?? unpaid, closesAt: found.closesAt ?? at + usualDays * day });
  return data(
    { job: job && { ...job, pay: found?.pay ? job.pay : null } },
    { status: job ? 200 : 404, headers: { "Referrer-Policy": "no-referrer" } },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.job ? openingWords.preview.title(loaderData.job.title) : openingWords.preview.ended;
  return [{ title }, { name: "robots", content: "noindex" }];
}

export default function OpeningPreview({ loaderData: { job } }: Route.ComponentProps) {
  if (!job) return <NotFound />;
  return (
    <article>
      <p className="wrap job-note" role="note">
        {openingWords.preview.note}
      </p>
      <header className="wrap job-head">
        <h1 className="d2">{job.title}</h1>
        <p className="lead">{job.summary}</p>
      </header>
      <CareersPicture className="careers-picture job-picture" />
      <div className="wrap job">
        <div className="job-side">
          <OpeningFacts job={job} />
        </div>
        {/* Rendered from Markdown in which HTML is escaped: worker/hiring/openings/render-opening.ts. */}
        <div className="job-text" dangerouslySetInnerHTML={{ __html: job.html }} />
      </div>
    </article>
  );
}
