import { type FormEvent, useState, useSyncExternalStore } from "react";
import { hasRole } from "#app/shared/has-role.ts";
import type { Role } from "#app/shared/permissions.ts";
import { readSession, signOut, subscribeSession } from "#app/shared/session-client.ts";

const nobody = () => null;

/**
 * What signed-in staff see: the pages of their roles, and the way out. Public pages are the same for everybody, so the
 * session is known only after hydration, which the hint cookie starts at once.
 */
export function StaffLinks({ className }: { className: string }) {
  const session = useSyncExternalStore(subscribeSession, readSession, nobody);
  const [left, setLeft] = useState(false);

  /** Signs out without leaving the page; if that fails, the form is sent as it would be without script. */
  function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // The button goes with the session, and the focus must not go with it.
    const logo = form.closest("dialog,header")?.querySelector("a");
    signOut().then(
      () => {
        setLeft(true);
        logo?.focus();
      },
      () => form.submit(),
    );
  }

  if (!session && !left) return null;
  return (
    <>
      <p className="sr-only" role="status">
        {!session && "You are signed out."}
      </p>
      {session && <StaffPages className={className} roles={session.roles} leave={leave} />}
    </>
  );
}

interface StaffPagesProps {
  className: string;
  roles: readonly Role[];
  leave: (event: FormEvent<HTMLFormElement>) => void;
}

function StaffPages({ className, roles, leave }: StaffPagesProps) {
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
