import type { FormEvent } from "react";
import { createPath, useNavigation, useRevalidator } from "react-router";
import { reloadPage } from "./reload-page.ts";

/**
 * What the reader of a page that failed is told; none of the error's details. Both buttons are forms, so that they load
 * the page again where no script runs.
 */
export function ErrorNotice() {
  const { revalidate } = useRevalidator();
  const { location: destination } = useNavigation();

  /**
   * Clears the error: React Router forgets it once the page's data has come anew, and renders the page again. Where the
   * visitor was on their way to a page whose code did not come, that page is loaded as a document: code that could not
   * be loaded is never asked for again.
   */
  function tryAgain(event: FormEvent) {
    event.preventDefault();
    if (!destination) void revalidate();
    else if (navigator.onLine) location.assign(createPath(destination));
  }

  return (
    <>
      <h1 className="d2 notice-title">Something went wrong</h1>
      <p className="lead">
        We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.
      </p>
      <div className="notice-actions">
        <form onSubmit={tryAgain}>
          <button type="submit" className="btn btn-accent">
            Try Again
          </button>
        </form>
        <form onSubmit={refresh}>
          <button type="submit" className="btn btn-outline">
            Refresh Page
          </button>
        </form>
      </div>
    </>
  );
}

function refresh(event: FormEvent) {
  event.preventDefault();
  reloadPage();
}
