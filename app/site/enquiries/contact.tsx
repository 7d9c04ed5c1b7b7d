import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { brand } from "#app/content/brand.ts";
import { contactTopics, chooseTopic } from "#app/content/contact-topics.ts";
import { contact } from "#app/content/pages/contact.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { enquiryLimits } from "#shared/enquiries/enquiry-fields.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { enquiryForm } from "#worker/enquiries/enquiry-form.ts";
import { limitEnquiries, receiveEnquiry } from "#worker/enquiries/receive-enquiry.ts";
import { issueTicket } from "#worker/lib/forms/ticket.ts";
import { isMailConfigured } from "#worker/email/send-mail.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { FormUsedError } from "#worker/lib/errors.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { getPlate } from "#app/site/art.ts";
import { MarkedList } from "#app/site/parts/marked-list.tsx";
import { buildMeta } from "#app/site/parts/page-meta.ts";
import type { Route } from "./+types/contact.ts";
import { ContactForm } from "./contact-form.tsx";
import { buildUnreachableRefusal, buildProblemsTitle } from "./refusal.ts";
import { refusalWords } from "./refusal-words.ts";
import "./recipes.ts";
import "./contact.css";

export const handle = { cache: "fresh", posts: true } satisfies RouteHandle;

/** Every rendering has its own ticket, so this page is not cached. It makes no database query. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const subject = cleanLine(url.searchParams.get("subject") ?? "", enquiryLimits.subject);
  const job = /^[a-z0-9-]{1,120}$/.exec(url.searchParams.get("job") ?? "")?.[0] ?? "";
  const { AUTH_SECRET, TURNSTILE_SITE_KEY = null, TURNSTILE_SECRET } = context.get(requestScope).env;
  const ticket = await issueTicket(AUTH_SECRET);
  return {
    ticket,
    siteKey: TURNSTILE_SECRET ? TURNSTILE_SITE_KEY : null,
    answers: { subject, job, topic: chooseTopic(subject, job !== "") },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const { AUTH_SECRET, SITE_ORIGIN: origin } = scope.env;
  async function refine(refusal: Refusal, error: unknown): Promise<Refusal> {
    const { problems, answers } = refusal;
    if (problems.some(({ field }) => field)) return { ...refusal, title: buildProblemsTitle(problems.length) };
    if (!(error instanceof FormUsedError)) return refusal;
    return { ...refusal, answers: { ...answers, ticket: await issueTicket(AUTH_SECRET, error.renderedAt) } };
  }
  const admit = () => limitEnquiries(request, scope);
  const posted = { request, schema: enquiryForm(contactTopics), admit, words: refusalWords, refine };
  return answerForm(
    posted,
    async (form) => {
      const site = { name: brand.name, origin };
      const { id, isPastLimit } = await receiveEnquiry(openDb(scope.env.DB), { request, form, site }, scope);
      const mail = isPastLimit || !isMailConfigured(scope.env) ? { mail: "none" } : null;
      return redirect(`/contact/sent?${new URLSearchParams({ id, topic: form.topic.id, ...mail })}`, 303);
    },
    scope,
  );
}

/** Without a network the page stays, with everything that was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return buildUnreachableRefusal();
  }
}

/**
 * A refused form keeps its ticket. Reloading the data would also replace the page with an error if the network is down.
 */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export function meta({ matches }: Route.MetaArgs) {
  return buildMeta({ path: "/contact", name: contact.form.label, meta: contact.meta }, { matches });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap contact">
      <div className="contact-intro">
        <h1 className="d2">{contact.title}</h1>
        <p className="lead">{contact.lead}</p>
        <MarkedList items={contact.ways.map(({ text, address }) => `${text}: ${address}`)} />
      </div>
      <ContactForm
        ticket={readAnswer(actionData?.answers, "ticket") || loaderData.ticket}
        siteKey={loaderData.siteKey}
        answers={actionData?.answers ?? loaderData.answers}
        refusal={actionData}
      />
      <section className="contact-next" aria-labelledby="next">
        <h2 id="next" className="h4">
          {contact.next.title}
        </h2>
        <MarkedList items={contact.next.steps} />
        <img src={getPlate("artificial-intelligence")} alt="" width={640} height={480} loading="lazy" />
      </section>
    </div>
  );
}
