// Bundle: site
import type { FormEvent } from "react";
import { createPath, useNavigation, useRevalidator } from "react-router";
import { reloadPage } from "./reload-page.ts";

export const errorTitle = "Something went wrong";

/**
 * The message on a page that failed, without any details of the error. Both buttons are forms, so that they reload the
 * page without script too.
 */
export function ErrorNotice() {
  const { revalidate } = useRevalidator();
  const { location: destination } = useNavigation();

  /**
   * Clears the error: React Router removes it once the page's data is loaded again, and renders the page. If the code
   * of the next page could not be loaded, that page is loaded as a document, because a browser never fetches a failed
   * module again.
   */
  function tryAgain(event: FormEvent) {
    event.preventDefault();
    if (!destination) void revalidate();
    else if (navigator.onLine) location.assign(createPath(destination));
  }

  return (
    <>
      <h1 className="d2 notice-title">{errorTitle}</h1>
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
