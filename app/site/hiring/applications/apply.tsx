import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { brand } from "#app/content/brand.ts";
import { apply } from "#app/content/pages/apply.ts";
import { buildFormWords } from "#app/content/pages/apply-form.ts";
import { cleanSource } from "#shared/hiring/application.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { type OpeningToApply, readOpeningToApply } from "#worker/hiring/applications/opening-to-apply.ts";
import { writeOwnPath } from "#worker/hiring/applications/plan-mails.ts";
import { takeForm } from "#worker/hiring/applications/take-form.ts";
import { issueTicket } from "#worker/lib/forms/ticket.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { formatTerm, terms } from "#worker/lib/terms.ts";
import { buildProblemsTitle, buildUnreachableRefusal } from "#app/site/enquiries/refusal.ts";
import "#app/site/enquiries/recipes.ts";
import "./recipes.ts";
import "#app/site/enquiries/contact.css";
import { NotFound } from "#app/site/not-found-notice.tsx";
import { Breadcrumb } from "#app/site/parts/breadcrumb.tsx";
import { MarkedList } from "#app/site/parts/marked-list.tsx";
import type { Route } from "./+types/apply.ts";
import { ApplyForm } from "./apply-form.tsx";
import { refusalWords } from "./refusal-words.ts";
import { openDrafts } from "./use-draft-box.tsx";
import "./apply.css";

export const handle = { cache: "fresh", posts: true } satisfies RouteHandle;

/** The form for a job, or without a role. Every rendering has its own ticket, so this page is not cached. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const slug = params.slug?.toLowerCase() ?? null;
  const page = await describePage(env, { request, url });
  if (slug === null) return { state: "open" as const, job: null, ...page };
  const job = await readOpeningToApply(openReads(env, { isShared: false }), { slug, now: now() }).catch(
    (error: unknown) => {
      log.error("job not read", error);
      return "failed" as const;
    },
  );
  // The form of a job that cannot be read just now would ask too little.
  if (job === "failed") throw data(null, { status: 503 });
  if (!job) return data({ state: "missing" as const, job: null, ...page }, { status: 404 });
  if (job.slug !== slug) throw redirect(`/careers/${job.slug}/apply${url.search}`, 301);
  const shown = showOpening(job);
  return job.isOpen
    ? { state: "open" as const, job: shown, ...page }
    : data({ state: "closed" as const, job: shown, ...page }, { status: 410 });
}

async function describePage(env: Env, { request, url }: { request: Request; url: URL }) {
  const { AUTH_SECRET, TURNSTILE_SITE_KEY = null, TURNSTILE_SECRET } = env;
  // The page before was the job's, perhaps opened with the tag of a job board.
  const before = URL.parse(request.headers.get("Referer") ?? "");
  const tag =
    url.searchParams.get("source") ?? (before?.origin === url.origin ? before.searchParams.get("source") : "");
  return {
    ticket: await issueTicket(AUTH_SECRET),
    source: cleanSource(tag),
    siteKey: TURNSTILE_SECRET ? TURNSTILE_SITE_KEY : null,
    copy: apply,
    words: buildFormWords({ ended: formatTerm(terms.endedApplications), kept: formatTerm(terms.keptApplications) }),
  };
}

function showOpening({ slug, title, questions }: OpeningToApply) {
  return { slug, title, questions: questions.map(({ knockOut: _ours, ...question }) => question) };
}

/** What a refused form shows. */
interface Refused {
  refusal: Refusal;
  /** The job has closed: the form is one without a role now. */
  isClosed: boolean;
  /** Answers to its questions for which the note has no room. */
  unkept?: string[];
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const slug = params.slug?.toLowerCase() ?? null;
  const outcome = await takeForm(openDb(scope.env.DB), { request, slug, words: refusalWords }, scope);
  if ("token" in outcome) return redirect(`${writeOwnPath(outcome.token)}?sent`, 303);
  const { isClosed, unkept = [] } = outcome;
  const { problems, title } = outcome.refusal;
  const isOfFields = problems.some(({ field }) => field);
  const refusal = { ...outcome.refusal, title: isOfFields ? buildProblemsTitle(problems.length) : title };
  const { status, retryAfter } = refusal;
  const headers = retryAfter === undefined ? null : { "Retry-After": String(retryAfter) };
  return data({ refusal, isClosed, unkept } satisfies Refused, { status, ...(headers && { headers }) });
}

/** Without a network the page stays, with everything that was typed. What was sent is no draft any longer. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs): Promise<Refused> {
  const own = new URL(request.url).pathname.replace(/\.data$/, "");
  try {
    const refused = await serverAction();
    // The form goes on as one without a role, and so does its draft.
    if (refused.isClosed) (await openDrafts())?.moveDraft(own, "/careers/apply");
    return refused;
  } catch (error) {
    if (!(error instanceof Response)) return { refusal: buildUnreachableRefusal(), isClosed: false };
    (await openDrafts())?.endDraft(own);
    throw error;
  }
}

/** A refused form keeps its ticket. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.copy.name ?? "";
  const role = loaderData?.job?.title;
  return [
    { title: `${role ? `${name}: ${role}` : name} | ${brand.name}` },
    // By the server's data, so that no browser loads the copy twice.
    ...(loaderData ? [{ name: "description", content: loaderData.copy.description }] : []),
    { name: "robots", content: "noindex, follow" },
  ];
}

export default function Apply({ loaderData, actionData }: Route.ComponentProps) {
  const { state, job, copy, ticket, source, siteKey, words } = loaderData;
  if (state === "missing" && !actionData) return <NotFound />;
  const isClosed = state === "closed" || actionData?.isClosed === true;
  const { unkept = [] } = actionData ?? {};
  const answers = actionData?.refusal.answers ?? {};
  const trail = [
    { to: "/careers", name: copy.careers },
    ...(job ? [{ to: `/careers/${job.slug}`, name: job.title }] : []),
  ];
  return (
    <div className="wrap contact apply">
      <div className="contact-intro">
        <Breadcrumb trail={trail} here={copy.name} />
        <h1 className="d2">{job ? `${copy.name}: ${job.title}` : copy.open.title}</h1>
        <p className="lead">{job ? copy.lead : copy.open.lead}</p>
        {isClosed && (
          <div className="job-closed: grid gap-16px justify-items-start p-24px bg-surface" role="status">
            <p>
              <strong>{copy.closed.title}</strong> {actionData ? copy.closed.kept : copy.closed.text}
            </p>
            {!actionData && (
              <Link className="btn btn-accent" to="/careers/apply">
                {copy.open.title}
              </Link>
            )}
            {unkept.length > 0 && (
              <>
                <p>{copy.closed.unkept}</p>
                <ul>
                  {unkept.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
      {(!isClosed || actionData) && (
        <ApplyForm
          key={isClosed ? "open" : "job"}
          action={job && !isClosed ? `/careers/${job.slug}/apply` : "/careers/apply"}
          ticket={readAnswer(answers, "ticket") || ticket}
          source={readAnswer(answers, "source") || source}
          siteKey={siteKey}
          questions={(!isClosed && job?.questions) || []}
          answers={answers}
          refusal={isClosed ? undefined : actionData?.refusal}
          words={words}
        />
      )}
      <section className="contact-next" aria-labelledby="next">
        <h2 id="next" className="h4">
          {copy.next.title}
        </h2>
        <MarkedList items={copy.next.steps} />
      </section>
    </div>
  );
}
