import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { staffLabels } from "#app/content/labels.ts";
import { may, type Role } from "#shared/permissions.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";

interface StaffPagesProps {
  className: string;
  roles: readonly Role[];
  leave: (event: FormEvent<HTMLFormElement>) => void;
}

/** Links to the pages of their roles and to the figures of the page that is shown, and signing out. */
export function StaffPages({ className, roles, leave }: StaffPagesProps): ReactNode {
  const { pathname } = useLocation();
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
      {isOpening && (
        <span className="staff-wait">
          <StarSpinner label={staffLabels.opening} />
        </span>
      )}
      {may(roles, "header.marketing") && (
        <a className="nav-item" href="/marketing-admin" onClick={open}>
          {staffLabels.marketing}
        </a>
      )}
      {may(roles, "header.talent") && (
        <a className="nav-item" href="/talent-admin" onClick={open}>
          {staffLabels.talent}
        </a>
      )}
      {/* HR has neither of the two, and a link to its own pages. */}
      {may(roles, "applications.read") && !may(roles, "header.talent") && (
        <a className="nav-item" href="/job-applications" onClick={open}>
          {staffLabels.applications}
        </a>
      )}
      {may(roles, "analytics.read") && (
        <a className="nav-item" href={`/visitor-analytics?${new URLSearchParams({ page: pathname })}`} onClick={open}>
          {staffLabels.figures}
          <span className="sr-only"> {staffLabels.ofThisPage}</span>
        </a>
      )}
      <form method="post" action="/api/auth/sign-out" onSubmit={leave}>
        <button type="submit" className="nav-item">
          {staffLabels.signOut}
        </button>
      </form>
    </div>
  );
}
