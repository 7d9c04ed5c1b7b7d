import { data } from "react-router";
import { z } from "zod";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId, TagId } from "#worker/db/insights-tables.ts";
import { type HeldInsight, readHeldInsights } from "#worker/insights/list-for-staff.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { deleteForGood, planUndo, publish, restore, type Run, setTag, trash, unpublish } from "./change-rows.ts";
import { page } from "./page.ts";
import { readUndo } from "./undo-insights.ts";

/** More rows than a page of the list has; our own forms never name more. */
const mostRows = 50;

/** Faults of one article that are told; its page lists all. */
const mostFaults = 3;

/** An article and the version that the reader saw: `id:version`. */
const row = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);
/** What is to be done; the tag after a colon. */
const todo = z.union([
  z.tuple([z.enum(["publish", "unpublish", "trash", "restore", "delete"])]),
  z.tuple([z.enum(["tag", "untag"]), z.uuid()]),
]);
type Todo = z.output<typeof todo>;

interface Target {
  actor: AccountId;
  scope: RequestScope;
}

/** One article of a change: the version that its reader saw, and what to do. */
interface Planned {
  id: InsightId;
  version: number;
  run: Run;
}

/**
 * Answers the forms of the list that change articles. `do` says what: `publish`, `unpublish`, `trash`, `restore`,
 * `delete`, `tag:<id>`, `untag:<id>` for the rows of the fields `row`, or for the one row that follows after a space; or
 * `undo`.
 */
export async function answerPosts(fields: URLSearchParams, target: Target) {
  const [words = "", one] = (fields.get("do") ?? "").split(" ");
  if (words === "undo") {
    const entries = readUndo(fields.getAll("undo").slice(0, mostRows));
    if (!entries) throw refuseForm();
    const planned = entries.map(({ id, version, undo }) => ({ id, version, run: planUndo(undo) }));
    return answer(await runAll(planned, target), "as before");
  }
  const asked = todo.safeParse(words.split(":")).data;
  const rows = z
    .array(row)
    .max(mostRows)
    .safeParse(one ? [one] : fields.getAll("row")).data;
  if (!asked || !rows) throw refuseForm();
  if (rows.length === 0) return refuse("Nothing was done", "Select an article first.", 400);
  const run = planRun(asked);
  const planned = rows.map((text) => {
    const [id = "", version = ""] = text.split(":");
    return { id: id as InsightId, version: Number(version), run };
  });
  return answer(await runAll(planned, target), doneWords[asked[0]]);
}

const doneWords: Readonly<Record<Todo[0], string>> = {
  publish: "published",
  unpublish: "off the site",
  trash: "in the trash",
  restore: "out of the trash",
  delete: "deleted for good",
  tag: "tagged",
  untag: "without the tag",
};

function planRun([what, tag]: Todo): Run {
  if (tag !== undefined) return setTag(tag as TagId, what === "tag");
  return { publish, unpublish, trash, restore, delete: deleteForGood }[what as Exclude<Todo[0], "tag" | "untag">];
}

interface Result {
  post: HeldInsight | undefined;
  /** Why it was not done; null when it was. */
  why: string | null;
  undo: string | null;
}

/** One after the other; null when D1 cannot say how the articles stand: nothing has been done then. */
async function runAll(planned: readonly Planned[], { actor, scope }: Target): Promise<Result[] | null> {
  const db = openDb(scope.env.DB);
  const reading = readHeldInsights(
    db,
    planned.map(({ id }) => id),
  );
  const held = await reading.catch((error: unknown) => void scope.log.error("articles not read", error));
  if (!held) return null;
  const results: Result[] = [];
  for (const { id, version, run } of planned) {
    const post = held.find((each) => each.id === id);
    try {
      if (!post) throw new NotFoundError();
      if (post.version !== version) throw new ConflictError("");
      results.push({ post, why: null, undo: await run({ db, post, change: { id, version, actor }, scope }) });
    } catch (error) {
      results.push({ post, why: explain(error, { id, scope }), undo: null });
    }
  }
  return results;
}

function explain(error: unknown, { id, scope }: { id: InsightId; scope: RequestScope }): string {
  if (error instanceof NotFoundError) return "It is gone.";
  if (error instanceof InvalidInputError) return listFaults(Object.values(error.fields).flat());
  if (error instanceof ConflictError)
    return /^(Another article|The text|This article lies)/.test(error.message)
      ? error.message
      : "Somebody changed it after this list was loaded.";
  scope.log.error("article not changed with others", error, { insightId: id });
  return "It could not be stored just now.";
}

/** The first of them, and how many more there are. */
function listFaults(faults: readonly string[]): string {
  const more = faults.length - mostFaults;
  return [...faults.slice(0, mostFaults), ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}

function answer(results: Result[] | null, done: string) {
  if (!results) return refuse("Nothing was done", "The database did not answer. Please try again in a minute.", 503);
  const made = results.filter(({ why }) => why === null);
  const which = made.length === 1 ? `“${made[0]?.post?.title}” is` : `${made.length} articles are`;
  const outcome: ListOutcomeWords = {
    done: made.length === 0 ? null : `${which} ${done}.`,
    refused: results.flatMap(({ post, why }) =>
      why === null
        ? []
        : [post ? { name: post.title, why, path: `${page.path}/${post.id}` } : { name: "One article", why }],
    ),
    undo: made.flatMap(({ undo }) => undo ?? []),
  };
  return data({ outcome, refusedView: null }, { status: outcome.done === null ? 409 : 200 });
}

function refuse(name: string, why: string, status: number) {
  const outcome: ListOutcomeWords = { done: null, refused: [{ name, why }], undo: [] };
  return data({ outcome, refusedView: null }, { status });
}

function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}
