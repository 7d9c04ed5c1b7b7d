import { type FormEvent, type MouseEvent, useEffect, useState, useSyncExternalStore } from "react";
import { isSessionPending, readSession, signOut, subscribeSession } from "#app/client/session-client.ts";
import { may, type Role } from "#app/shared/permissions.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";

const nobody = () => null;
const never = () => false;

/**
 * Links for signed-in staff: the pages of their roles, and signing out. Public pages are the same for everybody, so the
 * session is known only after hydration. The hint cookie makes the page hydrate at once.
 */
export function StaffLinks({ className }: { className: string }) {
  const session = useSyncExternalStore(subscribeSession, readSession, nobody);
  const isPending = useSyncExternalStore(subscribeSession, isSessionPending, never);
  const [left, setLeft] = useState(false);

  /** Signs out without leaving the page. If that fails, the form is submitted as without script. */
  function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // The button disappears with the session, so the focus moves to the logo.
    const logo = form.closest("dialog,header")?.querySelector("a");
    signOut().then(
      () => {
        setLeft(true);
        logo?.focus();
      },
      () => form.submit(),
    );
  }

  if (isPending)
    return (
      <div className={`staff-links ${className}`}>
        <Wait label="Looking up who is signed in" />
      </div>
    );
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

/** Placeholder for the links, shown once waiting takes longer than 300 ms (the delay is in the style sheet). */
function Wait({ label }: { label: string }) {
  return (
    <span className="staff-wait">
      <StarSpinner label={label} />
    </span>
  );
}

interface StaffPagesProps {
  className: string;
  roles: readonly Role[];
  leave: (event: FormEvent<HTMLFormElement>) => void;
}

function StaffPages({ className, roles, leave }: StaffPagesProps) {
  const [isOpening, setIsOpening] = useState(false);

  // After the browser's back button the page may come from the back/forward cache, still in its busy state.
  useEffect(() => {
    const stop = () => setIsOpening(false);
    addEventListener("pageshow", stop);
    return () => removeEventListener("pageshow", stop);
  }, []);

  /** The staff area is loaded as a new document, which may take a while. */
  function open({ metaKey, ctrlKey, shiftKey }: MouseEvent) {
    if (!metaKey && !ctrlKey && !shiftKey) setIsOpening(true);
  }

  return (
    <div className={`staff-links ${className}`}>
      {isOpening && <Wait label="Opening the staff area" />}
      {may(roles, "header.marketing") && (
        <a className="nav-item" href="/marketing-admin" onClick={open}>
          Marketing Admin
        </a>
      )}
      {may(roles, "header.talent") && (
        <a className="nav-item" href="/talent-admin" onClick={open}>
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
