import { data, useLocation, useSearchParams } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/account.ts";
import { describeDone, isAccountForm } from "./account-forms.ts";
import { AccountPage } from "./account-page.tsx";
import { answerAccount } from "./answer-account.ts";
import { loadAccount } from "./load-account.server.ts";
import type { FormAnswer } from "./section.tsx";
import "./recipes.ts";
import "./account.css";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    return data({ account: await loadAccount(caller, { locale, scope }) });
  } catch (error) {
    scope.log.error("account not read", error);
    return data({ account: null }, { status: 503 });
  }
}

export function action({ context, request, url }: Route.ActionArgs) {
  const caller = context.get(staffContext);
  return answerAccount({ request, url, caller, scope: context.get(requestScope) });
}

/** An account that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ account }) => account !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta({ name: "Your account" });

export default function Account({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { key } = useLocation();
  const [form, done] = [search.get("form"), search.get("done")];
  const notice = actionData ? null : describeDone(done);
  const token = actionData && "token" in actionData ? actionData.token : null;
  const answer: FormAnswer = {
    form: isAccountForm(form) ? form : null,
    refusal: actionData && "problems" in actionData ? actionData : null,
    offline: actionData && "refusedView" in actionData ? actionData.refusedView : null,
    token,
    // What was done starts with empty fields again.
    key: (each) => ((notice !== null && done === each) || (token && form === each) ? key : each),
  };
  return (
    <>
      <PageHead title="Your account">
        What colleagues see of you, how you sign in, and where you are signed in.
      </PageHead>
      <DoneNotice text={notice} />
      {account ? (
        <AccountPage account={account} answer={answer} />
      ) : (
        <ErrorState title="Your account could not be read just now">
          Nothing is lost. Please load the page again in a minute.
        </ErrorState>
      )}
    </>
  );
}
