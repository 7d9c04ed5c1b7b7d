import { data, redirect } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { brand } from "#app/content/brand.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { staffRoot } from "#shared/accounts/home-path.ts";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { ToastRegion } from "#app/staff-kit/toast-region.tsx";
import { ConfirmWhenStale } from "#app/staff/confirm-when-stale.tsx";
import { requireSignedInAlone, staffContext } from "#app/staff/guard.ts";
import { reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { SignOutForm } from "#app/staff/sign-out-form.tsx";
import { LogoMark } from "#app/ui/logo-mark.tsx";
import { ThemeButton } from "#app/ui/theme-button.tsx";
import { identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/set-up.ts";
import { answerFactorsOffline } from "./answer-factors-offline.ts";
import { answerFactors } from "./second-factors-action.ts";
import { readFactorsView } from "./second-factors-view.ts";
import { SecondFactors } from "./second-factors.tsx";
import "#app/staff/recipes.ts";
import "#app/staff-kit/recipes.ts";
import "#app/staff-kit/kit.css";
import "#app/staff/frame.css";
import "./set-up.css";

export const middleware = [identifyCaller, requireSignedInAlone()];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The page stays once there is a factor, because recovery codes are shown then; a link leads on. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const { user, needsFactor, lacksFactor } = caller;
  if (!needsFactor) throw redirect("/account/security");
  const { env, log } = context.get(requestScope);
  const next = parseNextPath(url.searchParams.get("next"), staffRoot);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    const view = await readFactorsView(openDb(env.DB), { caller, locale, env });
    return data({ view, next, lacksFactor, email: user.email });
  } catch (error) {
    log.error("second factors not read", error);
    return data({ view: null, next, lacksFactor, email: user.email }, { status: 503 });
  }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerFactors({ request, caller: context.get(staffContext), scope: context.get(requestScope) });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerFactorsOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export function meta() {
  return [{ title: `Set up a second factor | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

/** Stands before the staff area for who must set up a second factor. It has no navigation, because nothing else is open. */
export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { view, next, lacksFactor, email } = loaderData;

  return (
    <div className="staff set-up">
      <header className="set-up-top: flex gap-8px items-center p-[8px_12px_8px_page] border-b-1px-line">
        <a className="staff-logo" href="/" aria-label={`${brand.name}, public site`}>
          <LogoMark />
          <span>{brand.name}</span>
        </a>
        <ThemeButton />
        <SignOutForm />
      </header>
      <main className="staff-work" id="work">
        <PageHead
          title={lacksFactor ? "Set up a second factor" : "Your second factor is set up"}
          actions={
            !lacksFactor && (
              <a className={nameButton({ kind: "primary" })} href={next}>
                Continue
              </a>
            )
          }
        >
          {lacksFactor
            ? "Your role opens data that a password alone must not open. Add a passkey or an authenticator app to go on."
            : "Keep your recovery codes, then go on."}
        </PageHead>
        {view ? (
          <SecondFactors
            view={view}
            answer={actionData ?? null}
            action={`/account/second-factor?next=${encodeURIComponent(next)}`}
          />
        ) : (
          <ErrorState title="Not read just now">The database did not answer. Reload the page in a minute.</ErrorState>
        )}
      </main>
      <ToastRegion />
      <ConfirmWhenStale email={email} />
    </div>
  );
}
