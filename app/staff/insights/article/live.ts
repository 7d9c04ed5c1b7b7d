import { data } from "react-router";
import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { page } from "../page.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readEditing } from "#worker/insights/read-editing.ts";
import { createTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { buildRefusal } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Answer, Facts } from "#app/writing-kit/saving/answers.ts";
import type { Route } from "./+types/live.ts";
import { answerPresence, presenceChanges } from "#app/writing-kit/presence/answer-presence.ts";
import { draftSave, makeChange, stateChanges, type Target } from "./make-change.ts";
import { readJson } from "#app/writing-kit/saving/read-json.ts";
import { toNewest } from "./to-newest.ts";
import { toInsightId } from "./to-insight-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The newest revision: what a page reads that learns of another writer's save. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const newest = await readEditing(openDb(env.DB), { id: toInsightId(params.id) });
  if (!newest) throw data(null, { status: 404, statusText: "Not Found" });
  return answer({ kind: "late", newest: toNewest(newest), message: "" });
}

const schema = z.discriminatedUnion("intent", [
  draftSave,
  ...stateChanges,
  ...presenceChanges,
  /** An author, a category or a tag, made in its field. */
  z.object({ intent: z.literal("topic"), kind: z.enum(["author", "category", "tag"]), name: z.string() }),
]);

/** A text of 200,000 characters with everything around it, and to spare. */
const longestBody = 2 * 1024 * 1024;

/**
 * What the page of an article asks for while somebody works on it, as JSON: its answers reach what has been typed
 * meanwhile and replace none of it, and its requests may outlive the page. Without script the page posts its form instead.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const target: Target = { id: toInsightId(params.id), actor: context.get(staffContext).user.id as AccountId, scope };
  let version: number | null = null;
  try {
    const change = parseInput(schema, await readJson(request, longestBody));
    if (change.intent === "present" || change.intent === "absent")
      return await answerPresence(scope.env, change, { id: target.id, user: target.actor });
    if (change.intent === "topic") return Response.json({ topic: await makeTopic(change, target) });
    if ("version" in change) ({ version } = change);
    return answer({ kind: "done", facts: await readFacts(target, await makeChange(change, target)) });
  } catch (error) {
    return refuse(error, { target, version });
  }
}

async function makeTopic({ kind, name }: { kind: TopicKind; name: string }, { actor, scope }: Target) {
  const { id, name: stored } = await createTopic(openDb(scope.env.DB), kind, { name, actor }, scope);
  return { id: id as string, name: stored };
}

/** How the article stands after a change that made it `version`: what somebody else has done since is not ours. */
async function readFacts({ id, scope }: Target, version: number | null): Promise<Facts> {
  const found = await readEditing(openDb(scope.env.DB), { id });
  if (!found) throw data(null, { status: 404, statusText: "Not Found" });
  const { draft: _, ...facts } = toNewest(found);
  return version === null ? facts : { ...facts, version };
}

/** Says why a change was not made, and what the article is now where that is the reason. */
async function refuse(error: unknown, { target, version }: { target: Target; version: number | null }) {
  if (error instanceof Response) throw error;
  const { id, scope } = target;
  const refusal = buildRefusal(error);
  if (refusal.status === 404) throw data(null, { status: 404, statusText: "Not Found" });
  if (error instanceof ConflictError) return tellConflict(error, { target, version });
  if (refusal.status >= 500 || refusal.status === 429) {
    if (refusal.status === 500) scope.log.error("change of an article not made", error, { insightId: id });
    return answer({ kind: "unreachable", isOffline: false }, refusal.status);
  }
  const faults = Object.fromEntries(
    refusal.problems.map(({ field = "", message }) => [field.replace(/^draft\.(\w+)[^]*$/, "$1"), message]),
  );
  return answer({ kind: "invalid", faults }, refusal.status);
}

/** The article as it is now; or, where nobody has changed it, that another one has its address. */
async function tellConflict(
  { message }: ConflictError,
  { target, version }: { target: Target; version: number | null },
) {
  const { id, scope } = target;
  const found = await readEditing(openDb(scope.env.DB), { id });
  if (found && (found.version !== version || found.trashedAt !== null))
    return answer({ kind: "late", newest: toNewest(found), message }, 409);
  return answer({ kind: "invalid", faults: { slug: message } }, 409);
}

function answer(body: Answer, status = 200): Response {
  return Response.json(body, { status });
}
