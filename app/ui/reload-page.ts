// Bundle: site
let isAsked = false;

/** Reloads the page as a document, because the visitor asked for it. */
export function reloadPage(): void {
  isAsked = true;
  location.reload();
}

/**
 * From now on scripts can reload the page only through `reloadPage`; other reloads are prevented and `whenRefused` is
 * called. The browser's own reload button and keys still work. Nothing is prevented in development, where Vite reloads
 * after an edit, or in a browser without the Navigation API. Returns a function that ends this.
 */
export function preventReloads(whenRefused: () => void): () => void {
  const ending = new AbortController();
  if (!import.meta.hot && "navigation" in window) navigation.addEventListener("navigate", refuse, ending);
  return () => ending.abort();

  function refuse(event: NavigateEvent) {
    if (event.navigationType !== "reload" || event.userInitiated || isAsked || !event.cancelable) return;
    event.preventDefault();
    whenRefused();
  }
}
