import { type FormEvent, lazy, Suspense, useState, useSyncExternalStore } from "react";
import {
  askForSession,
  isSessionPending,
  isSessionUnknown,
  readSession,
  signOut,
  subscribeSession,
} from "#app/client/session-client.ts";
import type { StaffPages as Pages } from "./staff-pages.tsx";
import { staffLabels } from "#app/content/labels.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";

/** Only who is signed in loads it. Where that fails, the page goes on without. */
const StaffPages = lazy<typeof Pages>(() =>
  import("./staff-pages.tsx").then(
    (module) => ({ default: module.StaffPages }),
    () => ({ default: nobody }),
  ),
);

const nobody = () => null;
const never = () => false;

/**
 * Links for signed-in staff: the pages of their roles, and signing out. Public pages are the same for everybody, so the
 * session is known only after hydration. The hint cookie makes the page hydrate at once.
 */
export function StaffLinks({ className }: { className: string }) {
  const session = useSyncExternalStore(subscribeSession, readSession, nobody);
  const isPending = useSyncExternalStore(subscribeSession, isSessionPending, never);
  const isUnknown = useSyncExternalStore(subscribeSession, isSessionUnknown, never);
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

  if (isPending) return <Wait label={staffLabels.lookingUp} className={className} />;
  if (isUnknown) return <Unknown className={className} />;
  if (!session && !left) return null;
  return (
    <>
      <p className="sr-only" role="status">
        {!session && staffLabels.signedOut}
      </p>
      {session && (
        <Suspense fallback={<Wait label={staffLabels.loading} className={className} />}>
          <StaffPages className={className} roles={session.roles} leave={leave} />
        </Suspense>
      )}
    </>
  );
}

/** Placeholder for the links, shown once waiting takes longer than 300 ms (the delay is in the style sheet). */
function Wait({ label, className }: { label: string; className: string }) {
  return (
    <div className={`staff-links ${className}`}>
      <span className="staff-wait">
        <StarSpinner label={label} />
      </span>
    </div>
  );
}

/** Nobody is shown as a visitor because the server did not answer. */
function Unknown({ className }: { className: string }) {
  return (
    <div className={`staff-links ${className}`}>
      <p className="sr-only" role="status">
        {staffLabels.unknownWhy}
      </p>
      <button type="button" className="nav-item" onClick={askForSession}>
        {staffLabels.unknown}
        <span className="sr-only">{staffLabels.askAgain}</span>
      </button>
    </div>
  );
}
