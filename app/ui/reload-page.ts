let isAsked = false;

/** Loads the page anew as a document, because the visitor asked for it. */
export function reloadPage(): void {
  isAsked = true;
  location.reload();
}

/**
 * From now on no code of the page loads it anew, but `reloadPage`; `whenRefused` is told. What the visitor does with
 * the browser's own button or keys is not concerned. Nothing is refused in development, where Vite reloads after an
 * edit, nor in a browser without the Navigation API. Returns what ends it.
 */
export function refuseReloads(whenRefused: () => void): () => void {
  const ending = new AbortController();
  if (!import.meta.hot && "navigation" in window) navigation.addEventListener("navigate", refuse, ending);
  return () => ending.abort();

  function refuse(event: NavigateEvent) {
    if (event.navigationType !== "reload" || event.userInitiated || isAsked || !event.cancelable) return;
    event.preventDefault();
    whenRefused();
  }
}
