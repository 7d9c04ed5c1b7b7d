import { useState } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { DoneNotice } from "#app/staff/done-notice.tsx";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/privacy-requests.ts";
import { answerRequest } from "./answer-request.ts";
import { HeldData } from "./held-data.tsx";
import { page } from "./page.ts";
import "#app/staff-kit/table.css";
import "./privacy-requests.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Without a loader the browser would not ask the server for this page, and no guard would run. */
export function loader() {
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  return answerRequest({ request, actor: user.id, scope: context.get(requestScope) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const meta = () => buildPageMeta(page);

export default function PrivacyRequests({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const [search] = useSearchParams();
  const refused = actionData && "problems" in actionData ? actionData : null;
  const found = actionData && "kinds" in actionData ? actionData : null;
  const offline = actionData && "refusedView" in actionData ? actionData.refusedView : null;
  // What was found stays on the page when the next request does not get through.
  const [lastFound, setLastFound] = useState(found);
  if (found && found !== lastFound) setLastFound(found);
  const shown = found ?? (offline ? lastFound : null);
  const fill = fillFields(refused, refused?.answers ?? { email: shown?.email ?? "" });
  const erased = /^\d{1,9}$/.exec(search.get("erased") ?? "")?.[0];
  return (
    <>
      <PageHead title={page.name}>
        See, export or erase what the site stores about a person. First check that the request comes from that person.
      </PageHead>
      <DoneNotice text={actionData || !erased ? null : `${countThings(Number(erased), "record")} erased.`} />
      <Form
        className="privacy-form"
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
      {shown && <HeldData key={shown.email} found={shown} />}
    </>
  );
}
