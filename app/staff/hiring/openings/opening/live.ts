import { data } from "react-router";
import { z } from "zod";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerPresence, presenceChanges } from "#app/writing-kit/presence/answer-presence.ts";
import { readJson } from "#app/writing-kit/saving/read-json.ts";
import type { Answer } from "#app/writing-kit/saving/answers.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { page } from "../page.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readWorkingOpening } from "#worker/hiring/openings/read-working.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { buildRefusal } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/live.ts";
import { draftSave, makeOpeningChange, stateChanges, type Target } from "./make-opening-change.ts";
import { type NewestOpening, toNewestOpening } from "./newest-opening.ts";
import { toOpeningId } from "./to-opening-id.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The job as it was saved last: what a page reads that comes back into sight. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const mayRead = may(context.get(staffContext).roles, "applications.read");
  const newest = await readNewest({ id: toOpeningId(params.id), scope: context.get(requestScope), mayRead });
  if (!newest) throw missing();
  return answer({ kind: "late", newest, message: "" });
}

const schema = z.discriminatedUnion("intent", [draftSave, ...stateChanges, ...presenceChanges]);

/** A text of 20,000 characters with everything around it, and to spare. */
const longestBody = 512 * 1024;

/**
 * What the page of a job asks for while somebody works on it, as JSON: its answers reach what has been typed meanwhile and
 * replace none of it, and its requests may outlive the page. Without script the page posts its form instead.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const { user, roles } = context.get(staffContext);
  const mayRead = may(roles, "applications.read");
  const target: Reached = { id: toOpeningId(params.id), actor: user.id as AccountId, scope, mayRead };
  let version: number | null = null;
  try {
    const change = parseInput(schema, await readJson(request, longestBody));
    if (change.intent === "present" || change.intent === "absent")
      return await answerPresence(scope.env, change, { of: "openings", id: target.id, user: target.actor });
    ({ version } = change);
    const made = await makeOpeningChange(change, target);
    const newest = await readNewest(target);
    if (!newest) throw missing();
    const { draft: _, ...facts } = newest;
    // What somebody else has done since is not ours.
    return answer({ kind: "done", facts: { ...facts, version: made } });
  } catch (error) {
    return refuse(error, { target, version });
  }
}

/** The job, and whether its applications may be read by who asks. */
interface Reached extends Target {
  mayRead: boolean;
}

async function readNewest({ id, scope, mayRead }: Omit<Reached, "actor">): Promise<NewestOpening | null> {
  const found = await readWorkingOpening(openDb(scope.env.DB), { id });
  return found && toNewestOpening(found, { readAt: now(), mayRead });
}

function missing() {
  return data(null, { status: 404, statusText: "Not Found" });
}

/** Says why a change was not made, and what the job is now where that is the reason. */
async function refuse(error: unknown, { target, version }: { target: Reached; version: number | null }) {
  if (error instanceof Response || (typeof error === "object" && error !== null && "init" in error)) throw error;
  const refusal = buildRefusal(error);
  if (refusal.status === 404) throw missing();
  if (error instanceof ConflictError) {
    const newest = await readNewest(target);
    if (newest && newest.version !== version) return answer({ kind: "late", newest, message: error.message }, 409);
    const field = /requisition id/.test(error.message)
      ? "requisitionId"
      : /address/.test(error.message)
        ? "slug"
        : "state";
    return answer({ kind: "invalid", faults: { [field]: error.message } }, 409);
  }
  if (refusal.status >= 500 || refusal.status === 429) {
    if (refusal.status === 500) target.scope.log.error("change of a job not made", error, { openingId: target.id });
    return answer({ kind: "unreachable", isOffline: false }, refusal.status);
  }
  const faults = Object.fromEntries(
    refusal.problems.map(({ field = "", message }) => [field.replace(/^(?:draft\.)?(\w+)[^]*$/, "$1"), message]),
  );
  return answer({ kind: "invalid", faults }, refusal.status);
}

function answer(body: Answer<NewestOpening>, status = 200): Response {
  return Response.json(body, { status });
}
