/** The careers pages as a visitor's browser gets them: loader, head and markup. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, Meta, Outlet, RouterContextProvider } from "react-router";
import Careers, * as careersRoute from "#app/site/hiring/openings/careers.tsx";
import OpeningPage, * as openingRoute from "#app/site/hiring/openings/opening.tsx";
import { requestScope } from "#worker/lib/scope.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

const patient = { limit: async () => ({ success: true }) } as RateLimit;

function makeArgs(path: string, overrides: Partial<Env>) {
  const url = new URL(path, siteOrigin);
  const context = new RouterContextProvider();
  context.set(requestScope, makeScope({ SEARCH_LIMIT: patient, ...overrides }));
  const params = { slug: url.pathname.split("/")[2] };
  return { context, url, params, request: new Request(url), pattern: url.pathname };
}

interface Answer {
  data: unknown;
  init: ResponseInit | null;
}

/** What the loader of `path` (below /careers) answers. */
export async function load(path: string, overrides: Partial<Env> = {}) {
  const args = makeArgs(path, overrides);
  const isOpening = args.params.slug !== undefined;
  const { loader } = isOpening ? openingRoute : careersRoute;
  const { data, init } = (await loader(args as never)) as unknown as Answer;
  return { data, status: init?.status ?? 200, headers: new Headers(init?.headers), isOpening };
}

/** The page at `path`, with its head before it. */
export async function renderCareers(path: string, overrides: Partial<Env> = {}) {
  const { data, status, headers, isOpening } = await load(path, overrides);
  const page = isOpening
    ? { path: "careers/:slug", Component: OpeningPage as never, meta: openingRoute.meta as never }
    : { path: "careers", Component: Careers as never, meta: careersRoute.meta as never };
  const layout = { id: "layout", Component: Outlet, children: [{ id: "page", ...page }] };
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Root, children: [layout] }]);
  const html = renderToStaticMarkup(
    <Stub
      initialEntries={[path]}
      hydrationData={{ loaderData: { layout: { origin: siteOrigin }, page: data } } as never}
    />,
  );
  return { html, status, headers };
}

function Root() {
  return (
    <>
      <Meta />
      <Outlet />
    </>
  );
}

/** The JSON-LD of a rendered page, by type. */
export function readGraph(html: string): Record<string, Record<string, unknown>> {
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const { "@graph": things } = JSON.parse(json) as { "@graph": Record<string, unknown>[] };
  return Object.fromEntries(things.map((thing) => [String(thing["@type"]), thing]));
}
