/**
 * How the Worker treats a route (worker/pages/pages.ts). A route without a handle is private and takes no posts. Handles are
 * part of the browser's code too, so they are small and hold only data.
 *
 * - `public`: the same for everybody, cached at the edge. `tags` purge it, as `site` does; `query`
 *   lists the parameters that the page reads. With any other parameter, or in another order, the answer is not cached.
 *   A `fixed` page reads nothing that can change while the Worker runs: no database, no clock, no parameter. The build
 *   renders it (worker/pages/prerendered-pages.ts), and it is answered before anything else runs (worker/pages/cached-answers.ts).
 * - `fresh`: the same for everybody, made anew for each request.
 * - `private`: for one reader, never cached; with `keepFor` the reader's own browser keeps what is there so many seconds. A
 *   `framed` page may be shown in a frame by this site's own pages; there it is for looking at alone and has no script.
 *
 * `isPanel`: it is shown in a panel beside the list that it belongs to.
 */
export type RouteHandle =
  | { cache: "public"; tags: readonly string[]; query?: readonly string[]; fixed?: true }
  | ({ cache: "fresh" } & TakesPosts)
  | ({ cache: "private"; keepFor?: number; framed?: true; isPanel?: true } & TakesPosts);

interface TakesPosts {
  /** The page's forms post to its own address. */
  posts?: true;
}
