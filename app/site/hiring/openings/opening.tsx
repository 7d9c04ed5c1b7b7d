import { data, Link, redirect } from "react-router";
import { labels } from "#app/content/labels.ts";
import { openingWords } from "#app/content/pages/openings.ts";
import { careers } from "#app/content/pages/careers.ts";
import { brand } from "#app/content/brand.ts";
import { writeCacheControl } from "#shared/pages/cache-control.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { openReads } from "#worker/db/client.ts";
import { type Found, readOpening } from "#worker/hiring/openings/read-opening.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import { CallToAction } from "#app/site/call-to-action.tsx";
import { NotFound } from "#app/site/not-found-notice.tsx";
import { Breadcrumb } from "#app/site/parts/breadcrumb.tsx";
import { buildMeta } from "#app/site/parts/page-meta.ts";
import { toShownDetail, toShownOpening, type ShownDetail, type ShownOpening } from "./format-opening.server.ts";
import { Hiring } from "./hiring.tsx";
import { Apply, Closed, OpeningFacts } from "./opening-facts.tsx";
import { buildJobPosting } from "./job-posting.ts";
import { OpeningTable } from "./opening-table.tsx";
import "./recipes.ts";
import "./openings.css";
import { CareersPicture } from "./careers-picture.tsx";
import type { Route } from "./+types/opening.ts";

export const handle = { cache: "public", tags: ["jobs"] } satisfies RouteHandle;

/** A job's page. 301 for a former address of the job, 404 for an unknown one. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const reads = { slug: params.slug.toLowerCase(), now: at, isShared: context.get(sharedContext) };
  const answer = await loadOpening(env, reads).catch((error: unknown) => {
    log.error("job not read", error);
    return "failed" as const;
  });
  if (answer === "failed") return data({ state: "failed" } as const, { status: 503 });
  if (answer.kind === "moved") throw redirect(answer.to, 301);
  if (answer.kind === "missing") return data({ state: "missing" } as const, { status: 404 });
  const { job, others, changesAt } = answer;
  return data(
    {
      state: "found" as const,
      job: toShownDetail(job),
      others: others.map(toShownOpening),
      // Passed through the loader: imported by the component, the copy of the whole careers page would be in its
      // script.
      hiring: careers.hiring,
      closing: careers.closing,
    },
    {
      headers: {
        "Cache-Control": writeCacheControl({ until: changesAt, now: at }),
        "Cache-Tag": [job, ...others].map(({ slug }) => `job:${slug}`).join(),
      },
    },
  );
}

async function loadOpening(
  env: Env,
  { isShared, ...wanted }: { slug: string; now: number; isShared: boolean },
): Promise<Found> {
  return readOpening(openReads(env, { isShared }), wanted);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

const trail = [
  { to: "/", name: labels.home },
  { to: "/careers", name: "Careers" },
];

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== "found") {
    const title = loaderData?.state === "missing" ? openingWords.missing : openingWords.failed;
    return [{ title: `${title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
  }
  const { job } = loaderData;
  const page = {
    path: `/careers/${job.slug}`,
    name: job.title,
    meta: { title: titleWithPlace(job), description: job.summary },
    trail,
    imageOf: "/careers",
    isUnlisted: !job.isOpen,
    things: job.isOpen ? [buildJobPosting(job, { origin: matches[1].loaderData?.origin ?? "" })] : [],
  };
  return buildMeta(page, { matches });
}

function titleWithPlace({ title, facts }: ShownDetail): string {
  return `${title}, ${facts.workplace === "remote" ? "remote" : facts.places.map(({ city }) => city).join(" or ")}`;
}

export default function OpeningPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === "missing") return <NotFound />;
  if (loaderData.state === "failed")
    return (
      <div className="wrap notice">
        <div>
          <ErrorNotice />
        </div>
      </div>
    );
  const { job, others, hiring, closing } = loaderData;
  return (
    <>
      <header className="wrap job-head">
        <Breadcrumb trail={trail} here={job.title} />
        <h1 className="d2">{job.title}</h1>
        <p className="lead">{job.summary}</p>
      </header>
      <CareersPicture className="careers-picture job-picture" />
      <div className="wrap job">
        <div className="job-side">
          {job.isOpen ? <Apply job={job} /> : <Closed />}
          <OpeningFacts job={job} />
        </div>
        {/* Rendered from Markdown in which HTML is escaped: worker/hiring/openings/render-opening.ts. */}
        <div className="job-text" dangerouslySetInnerHTML={{ __html: job.html }} />
        {job.isOpen && (
          <div className="job-end: md:hidden">
            <Apply job={job} />
          </div>
        )}
      </div>
      <Hiring {...hiring} />
      <Others jobs={others} />
      <CallToAction {...closing} />
    </>
  );
}

function Others({ jobs }: { jobs: readonly ShownOpening[] }) {
  return (
    <section className="section" aria-labelledby="others">
      <div className="wrap">
        <SectionHead
          id="others"
          title={openingWords.others.title}
          note={jobs.length > 0 ? openingWords.others.note : openingWords.others.none}
        />
        {jobs.length > 0 && <OpeningTable jobs={jobs} caption={openingWords.others.title} />}
        <Link className="btn btn-outline job-all: mt-36px print:hidden" to="/careers#openings" viewTransition>
          {openingWords.others.all}
        </Link>
      </div>
    </section>
  );
}
