import type { Person } from "schema-dts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { Topic } from "#worker/insights/list-insights.ts";
import type { Route } from "./+types/author.ts";
import "./recipes.ts";
import "./insights.css";
import { loadListing, type ShownListing } from "./load-listing.ts";
import { buildTopicMeta, TopicPage } from "./topic-page.tsx";

export const handle = { cache: "public", tags: ["insights"], query: ["page"] } satisfies RouteHandle;

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Who an author is, and what they have written. */
export function loader({ context, request, url, params }: Route.LoaderArgs) {
  return loadListing({ context, request, url }, { kind: "author", slug: params.slug });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return buildTopicMeta("author", loaderData, { matches }, describePerson);
}

/** An author for search engines (schema.org Person). */
function describePerson({ slug, name, description, author }: Topic, origin: string): Person {
  const url = `${origin}/insights/author/${slug}`;
  return {
    "@type": "Person",
    "@id": `${url}#person`,
    name,
    url,
    ...(description && { description }),
    ...(author?.role && { jobTitle: author.role }),
    ...(author?.photo && { image: `${origin}${author.photo}` }),
    ...(author && author.links.length > 0 && { sameAs: author.links.map(({ url: elsewhere }) => elsewhere) }),
    worksFor: { "@id": `${origin}/#organization` },
  };
}

export default function AuthorPage({ loaderData: listing, params }: Route.ComponentProps) {
  return <TopicPage kind="author" slug={params.slug} listing={listing} intro={showAuthor} />;
}

function showAuthor({ topic }: ShownListing) {
  const { role, photo, links: elsewhere } = topic?.author ?? { role: "", photo: null, links: [] };
  if (!role && !photo && elsewhere.length === 0) return null;
  return (
    <div className="wrap author-facts: flex flex-wrap gap-[16px_24px] items-center my-[-24px_40px] text-ink-2 [&_img]:w-96px [&_img]:h-96px [&_img]:object-cover [&_img]:rounded-1/2 [&_ul]:flex [&_ul]:flex-wrap [&_ul]:gap-[4px_20px] [&_a]:inline-block [&_a]:py-4px">
      {photo && <img src={photo} alt="" width={96} height={96} />}
      <div>
        {role && <p>{role}</p>}
        {elsewhere.length > 0 && (
          <ul>
            {elsewhere.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
