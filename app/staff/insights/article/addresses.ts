import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { page } from "../page.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { openDb } from "#worker/db/client.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { answerProblem, makeProblem } from "#worker/lib/http/problems.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { mostAddresses } from "../addresses/ask-addresses.ts";
import { askSite } from "../addresses/ask-site.server.ts";
import { longestAddress } from "#shared/insights/article-checks/check-link.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import type { Route } from "./+types/addresses.ts";
import { readJson } from "#app/writing-kit/saving/read-json.ts";
import { toInsightId } from "./to-insight-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export function loader() {
  return answerProblem(makeProblem(404));
}

const schema = z.object({
  addresses: z.array(z.string().max(longestAddress)).max(mostAddresses).default([]),
  slug: z.string().max(120).default(""),
});

/** Letters of an address may take several bytes, and some are written as six. */
const longestBody = mostAddresses * longestAddress * 6;

/** Which of some addresses of this site lead nowhere, and which slug is free for this article, as JSON. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const id = toInsightId(params.id);
  return answerJson(async () => {
    const asked = parseInput(schema, await readJson(request, longestBody));
    return askSite(openDb(scope.env.DB), { id, ...asked });
  }, scope);
}
