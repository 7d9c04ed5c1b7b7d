import { data, Link } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { readStopToken } from "#worker/analytics/mails/stop-link.ts";
import { endReport, getsReport, unlessDone } from "#worker/analytics/mails/subscriptions.ts";
import { openDb } from "#worker/db/client.ts";
import { LinkOverError } from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { buildRefusal } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/report.ts";
import { AuthShell } from "./auth-shell.tsx";
import { buildLinkMeta, ClosedLink } from "./closed-link.tsx";
import { keepLinkPrivate } from "./keep-link-private.ts";
import { LinkForm } from "./link-form.tsx";
import { loadLink } from "./load-link.ts";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";
import "./recipes.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, params: { token } }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  return loadLink(scope, async () => {
    const claim = await readStopToken(listSecrets(scope.env), token);
    return claim && { rhythm: claim.rhythm, isOn: await getsReport(openDb(scope.env.DB), claim) };
  });
}

/**
 * Ends the reports: for the button of this page, and for mail programs, whose servers post `List-Unsubscribe=One-Click`
 * without opening it (RFC 8058). What the body says does not matter, so nothing reads it.
 */
export async function action({ context, params: { token } }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  try {
    const claim = await readStopToken(listSecrets(scope.env), token);
    if (!claim) throw new LinkOverError();
    await unlessDone(endReport(openDb(scope.env.DB), { ...claim, by: "mail" }, scope));
    return data(null);
  } catch (error) {
    const refusal = buildRefusal(error, { words: refusalWords });
    if (refusal.status >= 500) scope.log.error("report not ended", error);
    return data(refusal, { status: refusal.status });
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

export function meta({ loaderData }: Route.MetaArgs) {
  return buildLinkMeta("Reports by mail", loaderData?.state);
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink
        state={loaderData.state}
        hint="It may also be incomplete. The newest mail has a link that works; or sign in and end the reports on the page of visitor analytics."
      >
        <Link className="btn btn-accent" to="/auth?next=%2Fvisitor-analytics%3Fedit%3Dreports">
          Sign in
        </Link>
      </ClosedLink>
    );
  const { rhythm, isOn } = loaderData.link;
  if (!isOn)
    return (
      <AuthShell title={`The ${rhythm} report has ended`} lead="You will not get it again. Nothing else has changed.">
        <p>On the page of visitor analytics it can be asked for again.</p>
        <div className="auth-ways">
          <Link className="btn btn-outline" to="/auth?next=%2Fvisitor-analytics%3Fedit%3Dreports">
            Sign in
          </Link>
        </div>
      </AuthShell>
    );
  return (
    <AuthShell
      title={`End the ${rhythm} report?`}
      lead={`Until you press the button, the ${rhythm} report of visitor analytics is mailed to you.`}
    >
      <LinkForm refusal={actionData ?? undefined} submit={`End the ${rhythm} report`} busy="Ending">
        <p>No sign-in is needed. You can ask for it again on the page of visitor analytics.</p>
      </LinkForm>
    </AuthShell>
  );
}
