import { redirect } from "react-router";
import { brand } from "#app/content/brand.ts";
import { staffRoot } from "#app/shared/home-path.ts";
import { explainCompanyRefusal } from "#app/shared/company-sign-in.ts";
import { parseNextPath } from "#app/shared/next-path.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { buildSignInPath } from "#app/shared/sign-in-path.ts";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { callerContext, identifyCaller } from "#worker/accounts/caller.ts";
import { readProvider } from "#worker/accounts/oidc/settings.ts";
import { listFactorKinds } from "#worker/accounts/second-factors.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { takeFormOutcome } from "#worker/lib/form-cookie.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/confirm.ts";
import { AuthShell } from "./auth-shell.tsx";
import { clearFormOutcome } from "./clear-form-outcome.ts";

export const middleware: Route.MiddlewareFunction[] = [identifyCaller, clearFormOutcome];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { identity } = context.get(callerContext);
  const next = parseNextPath(url.searchParams.get("next"), staffRoot);
  if (identity.kind === "signed-out") throw redirect(buildSignInPath({ pathname: next, search: "" }));
  const { env } = context.get(requestScope);
  const kinds = await listFactorKinds(openDb(env.DB), identity.user.id as UserId, { env });
  const company = readProvider(env)?.name ?? null;
  const notice = company === null ? null : explainCompanyRefusal(url.searchParams.get("company"), company);
  return { next, kinds, company, notice, email: identity.user.email, refused: takeFormOutcome(request).outcome };
}

export function meta() {
  return [{ title: `Confirm that it is you | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** Where a sensitive change leads whose sign-in is older than 15 minutes. In the staff area a dialog asks the same. */
export default function Confirm({ loaderData }: Route.ComponentProps) {
  const { next, kinds, company, notice, email, refused } = loaderData;
  const target = new URLSearchParams({ from: "/auth/confirm", next });
  return (
    <AuthShell
      title="Confirm that it is you"
      lead="This needs a sign-in from the last 15 minutes. Confirm who you are, and you are back on the page you came from."
    >
      {notice && (
        <output className="form-note">
          <span className="field-icon-info" aria-hidden="true" />
          {notice}
        </output>
      )}
      <ConfirmForm
        action={`/api/auth/confirm?${target}`}
        email={email}
        kinds={kinds}
        posted={refused}
        submitClass="btn btn-accent"
        passkeyClass="btn btn-outline"
        onConfirmed={() => location.replace(next)}
      >
        {company !== null && (
          <a className="btn btn-primary" href={`/api/auth/oidc/start?fresh=1&${target}`}>
            Continue with {company}
          </a>
        )}
      </ConfirmForm>
      <p>
        <a href={next}>Back without confirming</a>
      </p>
    </AuthShell>
  );
}
