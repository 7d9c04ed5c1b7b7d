import { data } from "react-router";
import { brand } from "#app/content/brand.ts";
import { NotFound } from "./not-found-notice.tsx";

/** The one public route with a loader: without it the answer would be 200. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: `Page not found | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function NotFoundPage() {
  return <NotFound />;
}
