import { isRouteErrorResponse, Outlet } from "react-router";
import { brand } from "#app/content/brand.ts";
import type { Role } from "#app/shared/permissions.ts";
import { identifyCaller } from "#worker/accounts/caller.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import type { Route } from "./+types/layout.ts";
import { AccessDenied } from "./access-denied.tsx";
import { countWaiting } from "./count-waiting.ts";
import { StaffFrame } from "./frame.tsx";
import { requireSignedIn } from "./guard.ts";
import { PageMissing } from "./page-missing.tsx";
import "./table.css";
import "./icons.css";

export const middleware: Route.MiddlewareFunction[] = [identifyCaller];

export async function loader({ context }: Route.LoaderArgs) {
  const { user, roles, rolesUnread = false, expiresAt } = requireSignedIn(context);
  const waiting = await countWaiting(context.get(requestScope), roles);
  return { session: { user, roles, expires_at: expiresAt }, serverNow: nowInSeconds(), rolesUnread, waiting };
}

export function meta({ error }: Route.MetaArgs) {
  const refused = isRouteErrorResponse(error) && error.status === 403;
  return [{ title: `${refused ? "Access Denied" : "Staff"} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <StaffFrame {...loaderData}>
      <Outlet />
    </StaffFrame>
  );
}

/** Keeps the frame, so that there is a way on; without knowing who is asking there is none to keep. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (loaderData) {
    const { session, rolesUnread } = loaderData;
    return <StaffFrame {...loaderData}>{explainError(error, { roles: session.roles, rolesUnread })}</StaffFrame>;
  }
  return (
    <main className="wrap notice">
      <div>
        <ErrorNotice />
      </div>
    </main>
  );
}

function explainError(error: unknown, held: { roles: readonly Role[]; rolesUnread: boolean }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403) return <AccessDenied {...held} />;
  return status === 404 ? <PageMissing /> : <ErrorNotice />;
}
