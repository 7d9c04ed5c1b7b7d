import { type FormEvent, useSyncExternalStore } from "react";
import { hasRole } from "#app/shared/has-role.ts";
import { readSession, signOut, subscribeSession } from "#app/shared/session-client.ts";

const nobody = () => null;

/**
 * What signed-in staff see: the pages of their roles, and the way out. Public pages are the same for everybody, so the
 * session is known only after hydration, which the hint cookie starts at once.
 */
export function StaffLinks({ className }: { className: string }) {
  const session = useSyncExternalStore(subscribeSession, readSession, nobody);
  if (!session) return null;
  const { roles } = session;
  return (
    <div className={`staff-links ${className}`}>
      {hasRole("marketing_admin", roles) && (
        <a className="nav-item" href="/marketing-admin">
          Marketing Admin
        </a>
      )}
      {hasRole("talent_admin", roles) && (
        <a className="nav-item" href="/talent-admin">
          Talent Admin
        </a>
      )}
      <form method="post" action="/api/auth/sign-out" onSubmit={leave}>
        <button type="submit" className="nav-item">
          Logout
        </button>
      </form>
    </div>
  );
}

/** Signs out without leaving the page; if that fails, the form is sent as it would be without script. */
function leave(event: FormEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  signOut().catch(() => form.submit());
}
