import { useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { brand } from "#app/content/brand.ts";
import { ownApplication } from "#app/content/pages/own-application.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import { type OwnApplication, readOwnApplication } from "#worker/hiring/own/own-application.ts";
import { takeOwnForm } from "#worker/hiring/own/take-own-form.ts";
import { writeOwnPath } from "#worker/hiring/applications/plan-mails.ts";
import { issueTicket } from "#worker/lib/forms/ticket.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { buildUnreachableRefusal } from "#app/site/enquiries/refusal.ts";
import "#app/site/enquiries/recipes.ts";
import "#app/ui/field-recipes.ts";
import "./recipes.ts";
import "#app/site/enquiries/contact.css";
import { NotFound } from "#app/site/not-found-notice.tsx";
import type { Route } from "./+types/application.ts";
import { FileField } from "./file-field.tsx";
import { KeepForm } from "./keep-form.tsx";
import { OwnInterviews } from "./own-interviews.tsx";
import { showInterviews } from "./show-interviews.ts";
import { notes, standings } from "./own-words.ts";
import { refusalWords } from "./refusal-words.ts";
import { Withdraw } from "./withdraw-form.tsx";
import "./apply.css";

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const secret = { "Referrer-Policy": "no-referrer" };

/** A candidate's own page, for who has the private link. Never cached, never listed, and its address goes nowhere. */
export async function loader({ request, context, params: { token }, url }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  // Read from the primary: the page is opened a moment after the application was stored.
  const own = await readOwnApplication(openDb(env.DB), token);
  if (!own) return data({ own: null }, { status: 404 });
  const locale = findLocale(request.headers.get("Accept-Language"));
  const ticket = await issueTicket(env.AUTH_SECRET);
  const note = ["sent", "added", "picked", "declined"].find((each) => url.searchParams.has(each)) ?? null;
  const interviews = showInterviews(own, locale);
  return { own: show(own, locale), interviews, ticket, note, path: writeOwnPath(token) };
}

function show(
  { id: _ours, receivedAt, keepUntil, keepQuestion, files, interviews: _interviews, ...own }: OwnApplication,
  locale: string,
) {
  return {
    ...own,
    keepWords: keepQuestion?.words ?? null,
    received: toInstant(receivedAt, locale),
    keepUntil: keepUntil === null ? null : toInstant(keepUntil, locale),
    files: files.map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const outcome = await takeOwnForm(openDb(scope.env.DB), { request, token, words: refusalWords }, scope);
  if ("refusal" in outcome) return data(outcome.refusal, { status: outcome.refusal.status });
  const own = writeOwnPath(token);
  const said = outcome.done === "document" ? "added" : outcome.done;
  const to = outcome.done === "withdrawn" ? "/careers/application" : said in notes ? `${own}?${said}` : own;
  return redirect(to, { status: 303, headers: secret });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<Refusal> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return buildUnreachableRefusal();
  }
}

export function headers() {
  return secret;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.own ? ownApplication.title : ownApplication.missing;
  return [{ title: `${title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function OwnApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.own) return <NotFound />;
  const { own, interviews, ticket, note, path } = loaderData;
  const standing = standings[own.standing];
  return (
    <div className="wrap contact apply" data-event-sent={note === "sent" ? "apply" : undefined}>
      <div className="contact-intro">
        <h1 className="d2">{note === "sent" ? ownApplication.arrived : ownApplication.title}</h1>
        {note !== null && note !== "sent" && (
          <p className="form-note" role="status">
            <span className="field-icon-info" aria-hidden="true" />
            <span>{notes[note]}</span>
          </p>
        )}
        <p className="lead">{own.isMailed ? ownApplication.mailed : ownApplication.unmailed}</p>
        <dl className="sent-facts">
          <div>
            <dt>{ownApplication.role}</dt>
            <dd>{own.job?.title ?? ownApplication.noRole}</dd>
          </div>
          <div>
            <dt>{ownApplication.reference}</dt>
            <dd>{own.reference}</dd>
          </div>
          <div>
            <dt>{ownApplication.stored}</dt>
            <dd>
              <LocalTime at={own.received} />
            </dd>
          </div>
        </dl>
      </div>
      <div>
        <section className="own-part" aria-labelledby="standing">
          <h2 id="standing" className="h4">
            {standing.title}
          </h2>
          <p>{standing.text}</p>
          {own.keepUntil && own.standing !== "held" && (
            <p>
              {ownApplication.kept} <LocalTime at={own.keepUntil} />.
            </p>
          )}
        </section>
        {own.keepWords && own.standing !== "held" && <KeepForm words={own.keepWords} refusal={actionData} />}
        {own.standing !== "held" && (
          <OwnInterviews {...{ interviews, path }} timeZone={own.timeZone} refusal={actionData} />
        )}
        <Documents {...{ own, ticket, path }} refusal={actionData} />
        <section className="own-part" aria-labelledby="data">
          <h2 id="data" className="h4">
            {ownApplication.data.title}
          </h2>
          <p>{ownApplication.data.text}</p>
          <p className="own-choices">
            <a className="btn btn-outline" href={`${path}/data.json`} download>
              {ownApplication.data.download}
            </a>
            <a className="btn btn-outline" href={`${path}/data.zip`} download>
              {ownApplication.data.all}
            </a>
          </p>
        </section>
        {own.standing !== "held" && <Withdraw refusal={actionData} />}
      </div>
    </div>
  );
}

interface PartProps {
  path: string;
  refusal: Refusal | undefined;
}

type Shown = ReturnType<typeof show>;

function Documents({ own, ticket, path, refusal }: PartProps & { own: Shown; ticket: string }) {
  const [sending, setSending] = useState(false);
  const busy = useNavigation().state === "submitting";
  const isOurs = refusal && !["withdraw", "keep", "pick", "decline"].includes(readAnswer(refusal.answers, "do") ?? "");
  const answers = (isOurs && refusal.answers) || {};
  return (
    <section className="own-part" aria-labelledby="documents">
      <h2 id="documents" className="h4">
        {ownApplication.documents.title}
      </h2>
      {own.files.length > 0 && (
        <ul className="own-files: [&_a]:wrap-anywhere [&_a]:underline [&_a]:underline-offset-3px">
          {own.files.map(({ id, name }) => (
            <li key={id}>
              <a href={`${path}/files/${id}`} download>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {!["decided", "closed", "held"].includes(own.standing) && (
        <Form
          // A file that has come is no longer in the form.
          key={own.files.length}
          method="post"
          encType="multipart/form-data"
          onSubmit={(event) => (busy || sending) && event.preventDefault()}
        >
          {isOurs && <FormSummary title={refusal.title} problems={refusal.problems} />}
          <input type="hidden" name="ticket" value={readAnswer(answers, "ticket") || ticket} />
          <input type="hidden" name="do" value="document" />
          <FileField
            label={ownApplication.documents.add}
            name="document"
            hint={ownApplication.documents.hint}
            required
            error={fillFields(isOurs ? refusal : undefined, {})("document").error}
            answers={answers}
            ticket={readAnswer(answers, "ticket") || ticket}
            onSending={(_name, isSending) => setSending(isSending)}
          />
          <p>
            <button type="submit" className="btn btn-outline" aria-disabled={busy || sending}>
              {ownApplication.documents.send}
            </button>
          </p>
        </Form>
      )}
    </section>
  );
}
