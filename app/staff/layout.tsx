import { useEffect } from "react";
import { isRouteErrorResponse, Outlet, useLocation } from "react-router";
import { brand } from "#app/content/brand.ts";
import { ErrorNotice } from "#app/ui/error-notice.tsx";
import { identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/layout.ts";
import { AccessDenied } from "./access-denied.tsx";
import { countWaiting } from "./count-waiting.ts";
import { StaffFrame } from "./frame.tsx";
import { buildFrameData, requireSignedIn, staffContext } from "./guard.ts";
import { keepPageWhenRefused } from "./keep-page-when-refused.ts";
import { PageMissing } from "./page-missing.tsx";
import { forgetTyping } from "./unsaved.ts";

export const middleware = [identifyCaller, requireSignedIn()];

export const clientMiddleware = [keepPageWhenRefused];

export async function loader({ context }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  return { ...buildFrameData(caller), waiting: await countWaiting(caller.roles, context.get(requestScope)) };
}

type FrameData = Omit<Route.ComponentProps["loaderData"], "waiting">;

export function meta({ error }: Route.MetaArgs) {
  const refused = isRouteErrorResponse(error) && error.status === 403;
  return [{ title: `${refused ? "Access Denied" : "Staff"} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  useEffect(forgetTyping, [pathname]);
  return (
    <StaffFrame {...loaderData}>
      <Outlet />
    </StaffFrame>
  );
}

/** Shows errors inside the frame, so that its navigation stays. Without a known caller there is no frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const frame = readRefused(error) ?? loaderData;
  if (frame) return <StaffFrame {...frame}>{explainError(error, frame)}</StaffFrame>;
  return (
    <main className="wrap notice">
      <div>
        <ErrorNotice />
      </div>
    </main>
  );
}

/** Who was refused; see denyAccess() in guard.ts. */
function readRefused(error: unknown): FrameData | null {
  return isRouteErrorResponse(error) && error.status === 403 ? (error.data as FrameData) : null;
}

function explainError(error: unknown, { session, rolesUnread }: FrameData) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 403) return <AccessDenied roles={session.roles} rolesUnread={rolesUnread} />;
  return status === 404 ? <PageMissing /> : <ErrorNotice />;
}
