import { brand } from "#app/content/brand.ts";
import { type PublicPage, publicPages } from "#app/content/public-pages.server.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/llms.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

const groups = ["Services", "Industries", "Company", "Legal"] as const satisfies PublicPage["group"][];

/** A summary of the site as one Markdown page, for language models (llmstxt.org). */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_ORIGIN } = context.get(requestScope).env;
  const lists = groups.map((group) =>
    [
      `## ${group}`,
      "",
      ...publicPages
        .filter((page) => page.group === group)
        .map(({ path, name, copy }) => `- [${name}](${SITE_ORIGIN}${path}): ${copy.meta.description}`),
      "",
    ].join("\n"),
  );
  const head = [`# ${brand.name}`, "", `> ${brand.description}`, "", `Write to ${brand.salesEmail}.`, ""].join("\n");
  return answerText([head, ...lists].join("\n"), "text/plain; charset=utf-8");
}
