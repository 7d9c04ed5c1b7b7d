import { useEffect } from "react";
import { Link, redirect, useNavigate } from "react-router";
import { brand } from "#app/content/brand.ts";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import { subscribeSession } from "#app/client/session-client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { explainCompanyRefusal } from "#shared/accounts/company-sign-in.ts";
import { callerContext, identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { isProviderOnly, readProvider } from "#worker/accounts/company-sign-in/settings.ts";
import { takeFormOutcome } from "#worker/lib/forms/form-cookie.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/sign-in.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthShell } from "./auth-shell.tsx";
import { CompanyOnly, CompanySignIn } from "./company-sign-in.tsx";
import { clearFormOutcome } from "./clear-form-outcome.ts";
import { type Mode, rephraseRefusal } from "./credentials.ts";
import { leaveOnceSignedIn } from "./leave-once-signed-in.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import "../ui/field-recipes.ts";

export const middleware: Route.MiddlewareFunction[] = [identifyCaller, clearFormOutcome];

export const handle = { cache: "private" } satisfies RouteHandle;

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { identity } = context.get(callerContext);
  const query = url.searchParams;
  const next = query.has("next") ? parseNextPath(query.get("next"), "/") : null;
  if (identity.kind === "signed-in") throw redirect(next ?? chooseHomePath(identity.roles));
  const { env } = context.get(requestScope);
  const isOnly = isProviderOnly(env);
  const name = readProvider(env)?.name;
  const company = name === undefined ? null : { name };
  const mode: Mode = query.get("mode") === "sign-up" && !isOnly ? "sign-up" : "sign-in";
  const from = /^\/admin/i.test(url.pathname) ? "/admin/auth" : "/auth";
  const notice = (company && explainCompanyRefusal(query.get("company"), company.name)) ?? getNotice(query);
  const nextUrl = env.SITE_ORIGIN + buildPath(from, { verified: "1", next });
  return { mode, next, from, nextUrl, notice, company, isOnly, refused: takeFormOutcome(request).outcome };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${titles[loaderData?.mode ?? "sign-in"]} | ${brand.name}` },
    { name: "robots", content: "noindex" },
  ];
}

export default function SignIn({ loaderData }: Route.ComponentProps) {
  const { mode, next, from, nextUrl, notice, company, isOnly, refused } = loaderData;
  const navigate = useNavigate();

  useEffect(() => subscribeSession(() => leaveOnceSignedIn(next)), [next]);

  if (isOnly) return <CompanyOnly name={company?.name ?? null} notice={notice} from={from} next={next} />;
  return (
    <AuthShell title={titles[mode]} lead={leads[mode]}>
      {notice && (
        <output className="form-note">
          <span className="field-icon-info" aria-hidden="true" />
          {notice}
        </output>
      )}
      {company && mode === "sign-in" && <CompanySignIn name={company.name} from={from} next={next} />}
      <AuthForm
        mode={mode}
        from={from}
        next={next}
        nextUrl={nextUrl}
        refusal={refused && rephraseRefusal(mode, refused)}
        onSignedUp={() => void navigate(buildPath(from, { "signed-up": "1", next }))}
      />
      {mode === "sign-in" && <PasskeySignIn />}
      {mode === "sign-in" ? (
        <>
          <p>
            <Link to="/auth/forgot">Forgot your password?</Link>
          </p>
          <p>
            No account yet? <Link to={buildPath(from, { mode: "sign-up", next })}>Create an account</Link>
          </p>
        </>
      ) : (
        <p>
          Already have an account? <Link to={buildPath(from, { next })}>Sign in</Link>
        </p>
      )}
    </AuthShell>
  );
}

const titles = { "sign-in": "Sign in", "sign-up": "Create an account" } as const;

const leads = {
  "sign-in": "For staff. After signing in you go back to where you were heading.",
  "sign-up": "For staff. A new account opens no page until an administrator gives it a role.",
} as const;

/** What was done on another page, for the notice above the form; the address names it. */
const notices: Record<string, string> = {
  "signed-up":
    "Look at your mail: a link there confirms your address, and then your account is open. It works once, for a day.",
  verified: "Your address is confirmed. Sign in with your password.",
  reset: "Your password is new, and every session of your account has ended. Sign in with it.",
  accepted: "Your invitation is accepted. Sign in to your account.",
  "signed-out": "You are signed out.",
};

function getNotice(query: URLSearchParams): string | null {
  return Object.entries(notices).find(([name]) => query.has(name))?.[1] ?? null;
}

function buildPath(from: string, answers: Record<string, string | null>): string {
  const given = Object.entries(answers).filter((entry): entry is [string, string] => entry[1] !== null);
  const query = new URLSearchParams(given).toString();
  return query ? `${from}?${query}` : from;
}
