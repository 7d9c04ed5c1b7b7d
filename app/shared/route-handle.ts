/**
 * What a route says of itself; the Worker acts on it (worker/pages.ts). A route that says nothing is private and takes no
 * post. It is a part of the browser's code too, so it is small and holds data alone.
 *
 * - `public`: the same for everybody, kept by the edge. `tags` name what purges it, besides `site`; `query` the parameters
 *   that the page reads. With any other parameter it is answered and kept nowhere.
 * - `fresh`: the same for everybody, and made anew each time.
 * - `private`: for one reader, stored nowhere.
 */
export type RouteHandle =
  | { cache: "public"; tags: readonly string[]; query?: readonly string[] }
  | ({ cache: "fresh" } & TakesPosts)
  | ({ cache: "private" } & TakesPosts);

interface TakesPosts {
  /** The page's forms post to its own address. */
  posts?: true;
}
