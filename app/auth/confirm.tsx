import { Link, redirect } from "react-router";
import { brand } from "#app/content/brand.ts";
import { staffRoot } from "#shared/accounts/home-path.ts";
import { explainCompanyRefusal } from "#shared/accounts/company-sign-in.ts";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { buildConfirmPath, buildSignInPath } from "#shared/accounts/sign-in-path.ts";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { isFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { callerContext, identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { readProvider } from "#worker/accounts/company-sign-in/settings.ts";
import { listFactorKinds } from "#worker/accounts/second-factors/second-factors.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { takeFormOutcome } from "#worker/lib/forms/form-cookie.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/confirm.ts";
import { AuthShell } from "./auth-shell.tsx";
import { clearFormOutcome } from "./clear-form-outcome.ts";
import "../ui/field-recipes.ts";

export const middleware: Route.MiddlewareFunction[] = [identifyCaller, clearFormOutcome];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { identity } = context.get(callerContext);
  const next = parseNextPath(url.searchParams.get("next"), staffRoot);
  if (identity.kind === "signed-out") throw redirect(buildSignInPath({ pathname: next, search: "" }));
  const { env } = context.get(requestScope);
  const kinds = await listFactorKinds(openDb(env.DB), identity.user.id as AccountId, { env });
  const company = readProvider(env)?.name ?? null;
  const file = parseNextPath(url.searchParams.get("file"), "") || null;
  const isConfirmed = file !== null && isFreshSignIn(identity);
  const notice = company === null ? null : explainCompanyRefusal(url.searchParams.get("company"), company);
  const { outcome: refused } = takeFormOutcome(request);
  return { next, file, isConfirmed, kinds, company, notice, email: identity.user.email, refused };
}

export function meta() {
  return [{ title: `Confirm that it is you | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

/** Where a sensitive change leads whose sign-in is older than 15 minutes. In the staff area a dialog asks the same. */
export default function Confirm({ loaderData }: Route.ComponentProps) {
  const { next, file, isConfirmed, kinds, company, notice, email, refused } = loaderData;
  // A file gives no page to be on: what has to be confirmed for one leads back to here, where it is downloaded.
  const after = file === null ? next : buildConfirmPath(next, file);
  const target = new URLSearchParams({ from: "/auth/confirm", next: after });
  if (isConfirmed && file !== null) return <Downloading file={file} next={next} />;
  return (
    <AuthShell
      title="Confirm that it is you"
      lead={`This needs a sign-in from the last 15 minutes. Confirm who you are, and ${file === null ? "you are back on the page you came from" : "the download begins"}.`}
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
        onConfirmed={() => location.replace(after)}
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

/**
 * The download begins by itself, without script too. The page stays until its reader goes back: some browsers give a
 * download up when the page that asked for it is left before the file arrives.
 */
function Downloading({ file, next }: { file: string; next: string }) {
  return (
    <AuthShell title="It is you" lead="Your download begins now.">
      <meta httpEquiv="refresh" content={`0;url=${file}`} />
      {/* In place of this page: "Back" must not download once more. */}
      <Link className="btn btn-primary" to={next} replace>
        Back to the page
      </Link>
      <p>
        <a href={file}>Download the file again</a>
      </p>
    </AuthShell>
  );
}
