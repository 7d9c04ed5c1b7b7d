import { useState } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { toInstant } from "#app/ui/local-time.tsx";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { selectHolds } from "#worker/privacy/holds.ts";
import type { Route } from "./+types/privacy-requests.ts";
import { answerRequest } from "./answer-request.ts";
import { HeldData } from "./held-data.tsx";
import { type HoldTarget, RefusedHold } from "./hold-form.tsx";
import { HoldsList, type ShownHold } from "./holds-list.tsx";
import { page } from "./page.ts";
import "../recipes.ts";
import "#app/staff-kit/recipes.ts";
import "./recipes.ts";
import "./privacy-requests.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The legal holds that are on; null when they cannot be read just now. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    const holds = await selectHolds(openDb(env.DB)).execute();
    return { holds: holds.map((hold) => showHold(hold, locale)) };
  } catch (error) {
    log.error("holds not read", error);
    return { holds: null };
  }
}

function showHold(
  hold: Awaited<ReturnType<ReturnType<typeof selectHolds>["execute"]>>[number],
  locale: string,
): ShownHold {
  const { id, application_id: application, email, reason, set_at: at, setter, setter_name: name } = hold;
  return {
    id,
    application,
    reference: application === null ? "" : formatReference(application),
    email,
    reason,
    setter: formatColleague({ email: setter, name }),
    since: toInstant(at, locale),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerRequest({ request, caller: context.get(staffContext), scope: context.get(requestScope) });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ holds }) => holds !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const meta = () => buildPageMeta(page);

export default function PrivacyRequests({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const [search] = useSearchParams();
  const refused = actionData && "problems" in actionData ? actionData : null;
  const found = actionData && "kinds" in actionData ? actionData : null;
  const offline = actionData && "refusedView" in actionData ? actionData.refusedView : null;
  // What was found stays on the page when the next request does not get through.
  const [lastFound, setLastFound] = useState(found);
  if (found && found !== lastFound) setLastFound(found);
  const shown = found ?? (offline ? lastFound : null);
  const target = refused && readHoldTarget(refused.answers);
  const fill = fillFields(refused, refused?.answers ?? { email: shown?.email ?? "" });
  const done = search.has("held") ? "The address is held." : search.has("released") ? "The hold is released." : null;
  const erased = /^\d{1,9}$/.exec(search.get("erased") ?? "")?.[0];
  return (
    <>
      <PageHead title={page.name}>
        See, export, hold or erase what the site stores about a person. First check that the request comes from that
        person.
      </PageHead>
      <DoneNotice text={actionData ? null : erased ? `${countThings(Number(erased), "record")} erased.` : done} />
      <Form
        className="privacy-form: grid gap-12px justify-items-start max-w-420px"
        method="post"
        action={page.path}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
        {offline && !isBusy && <FormSummary title="You seem to be offline." problems={[{ message: offline }]} />}
        <input type="hidden" name="intent" value="look-up" />
        <Field
          label="E-mail address"
          {...fill("email")}
          type="email"
          autoComplete="off"
          maxLength={254}
          hint="Exactly as the person writes it. Upper and lower case do not matter."
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Look up
        </Button>
      </Form>
      {target && !isBusy && (
        <RefusedHold
          target={target}
          reason={readAnswer(refused.answers, "reason") ?? ""}
          error={refused.problems.find(({ field }) => field === "reason")?.message}
        />
      )}
      {shown && <HeldData key={shown.email} found={shown} />}
      {loaderData.holds ? (
        <HoldsList holds={loaderData.holds} />
      ) : (
        <p className="staff-text">The legal holds cannot be read just now. Load the page again in a minute.</p>
      )}
    </>
  );
}

/** What a refused form about a hold was about; null for other forms. */
function readHoldTarget(answers: FormAnswers | undefined): HoldTarget | null {
  const [intent, hold, application, email] = ["intent", "hold", "application", "email"].map((name) =>
    readAnswer(answers, name),
  );
  if (intent === "release" && hold) return { hold };
  if (intent !== "hold") return null;
  return application ? { application } : { email: email ?? "" };
}
