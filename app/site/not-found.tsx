import { data } from "react-router";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { NotFound } from "./not-found-notice.tsx";
import { buildMissingMeta } from "./parts/page-meta.ts";

export const handle = { cache: "public", tags: [] } satisfies RouteHandle;

/** Sets the status: without this loader the answer would be 200. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return buildMissingMeta();
}

export default function NotFoundPage() {
  return <NotFound />;
}
