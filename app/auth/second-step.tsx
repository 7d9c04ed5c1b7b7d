import { useEffect } from "react";
import { Link, redirect } from "react-router";
import { brand } from "#app/content/brand.ts";
import { subscribeSession } from "#app/client/session-client.ts";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { buildSecondStepPath } from "#shared/accounts/sign-in-path.ts";
import { peekPending } from "#worker/accounts/second-factors/pending-sign-in.ts";
import { openDb } from "#worker/db/client.ts";
import { takeFormOutcome } from "#worker/lib/forms/form-cookie.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/second-step.ts";
import { AuthShell } from "./auth-shell.tsx";
import { clearFormOutcome } from "./clear-form-outcome.ts";
import { CodeForm } from "./code-form.tsx";
import { leaveOnceSignedIn } from "./leave-once-signed-in.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";

export const middleware: Route.MiddlewareFunction[] = [clearFormOutcome];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Only for a browser that has just given a right password; any other begins at the start. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const next = query.has("next") ? parseNextPath(query.get("next"), "/") : null;
  const kinds = await peekPending(openDb(context.get(requestScope).env.DB), { request });
  if (!kinds) throw redirect(next === null ? "/auth" : `/auth?next=${encodeURIComponent(next)}`);
  const asked = query.get("with") === "recovery-code" || !kinds.includes("totp") ? "recovery_code" : "totp";
  return { next, kinds, asked, refused: takeFormOutcome(request).outcome } as const;
}

export function meta() {
  return [{ title: `Second step | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function SecondStep({ loaderData }: Route.ComponentProps) {
  const { next, kinds, asked, refused } = loaderData;
  const here = buildSecondStepPath(next);
  const withCode = `${here}${here.includes("?") ? "&" : "?"}with=recovery-code`;

  useEffect(() => subscribeSession(() => leaveOnceSignedIn(next)), [next]);

  const passkey = kinds.includes("passkey") && (
    <>
      <PasskeySignIn hasAutofill={false} />
      <noscript>
        <p>To use your passkey, this page needs script.</p>
      </noscript>
    </>
  );
  const code = kinds.includes(asked) && <CodeForm key={asked} asked={asked} next={next} refusal={refused} />;
  return (
    <AuthShell
      title="One more step"
      lead="Your password was right. This account asks for a second proof that it is you."
    >
      {asked === "totp" ? (
        <>
          {code}
          {passkey}
        </>
      ) : (
        <>
          {passkey}
          {code}
        </>
      )}
      <p>
        {kinds.includes("recovery_code") && asked === "totp" && <Link to={withCode}>Use a recovery code</Link>}
        {kinds.includes("totp") && asked === "recovery_code" && <Link to={here}>Use your authenticator app</Link>}
      </p>
      <p>
        <Link to="/auth">Start again</Link>
      </p>
      <p className="muted">Lost everything? Those who run this site can let you set up a new second factor.</p>
    </AuthShell>
  );
}
