import { brand } from "#app/content/brand.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/opensearch.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

/** How a browser searches this site from its address bar (OpenSearch 1.1). */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_ORIGIN } = context.get(requestScope).env;
  const name = escapeHtml(brand.name);
  const description = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${name.slice(0, 16)}</ShortName>
  <Description>Search ${name}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${SITE_ORIGIN}/favicon.svg</Image>
  <Url type="text/html" template="${SITE_ORIGIN}/search?q={searchTerms}"/>
</OpenSearchDescription>
`;
  return answerText(description, "application/opensearchdescription+xml");
}
