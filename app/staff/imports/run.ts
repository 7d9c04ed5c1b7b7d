import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { beginImport, finishImport, keepRunning, limitImport, readRunning } from "#worker/imports/begin-import.ts";
import { takeOver } from "#worker/imports/import-parts.ts";
import { mostBytes, runSchema } from "#worker/imports/import-schema.ts";
import { lookUp } from "#worker/imports/look-up.ts";
import { makeTopics } from "#worker/imports/make-topics.ts";
import { storePages } from "#worker/imports/store-pages.ts";
import { storePosts } from "#worker/imports/store-posts.ts";
import { InvalidInputError, UnsupportedBodyError } from "#worker/lib/errors.ts";
import { decodeText, readBytes, readMediaType } from "#worker/lib/forms/parse-form.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/run.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export const loader = () => new Response(null, { status: 404 });

/**
 * What the page asks for while it imports, as JSON: `look` says what of a file is here, `begin` begins or goes on, then
 * come `topics`, `files`, `posts`, `pages` and `finish`; `still` says that the tab is there. Each may be sent again after a lost answer.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  return answerJson(async () => {
    const asked = parseInput(runSchema, await readJson(request));
    await limitImport(actor, "posts", scope);
    if (asked.intent === "look") return lookUp(db, asked);
    if (asked.intent === "begin") return beginImport(db, { ...asked, actor }, scope);
    const { import: importId } = asked;
    if (asked.intent === "still") {
      await keepRunning(db, { id: importId, runner: asked.runner, actor });
      return {};
    }
    if (asked.intent === "finish") {
      await finishImport(db, { id: importId, actor }, scope);
      return {};
    }
    if (asked.intent === "posts") {
      return { posts: await storePosts(db, { importId, posts: asked.posts, actor }, scope) };
    }
    if (asked.intent === "pages") return { pages: await storePages(db, { importId, pages: asked.pages }) };
    if (asked.intent === "files") {
      await runBatch(db, [takeOver(db, { importId, kind: "media", ids: asked.files })]);
      return {};
    }
    await readRunning(db, importId);
    return { topics: await makeTopics(db, { importId, topics: asked.topics, actor }, scope) };
  }, scope);
}

async function readJson(request: Request): Promise<unknown> {
  if (readMediaType(request) !== "application/json") throw new UnsupportedBodyError();
  const text = decodeText(await readBytes(request, mostBytes));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInputError({});
  }
}
