import { data, redirect } from "react-router";
import { z } from "zod";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaFormerId, MediaItemId } from "#worker/db/media-tables.ts";
import { keepFile } from "#worker/imports/import-parts.ts";
import { renderAgain } from "#worker/insights/render-again.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { restoreFile } from "#worker/media/library/add-item.ts";
import { describeItem, itemTextsSchema } from "#worker/media/library/change-item.ts";
import { isItemId } from "#worker/media/library/read-item.ts";
import { largestPosted, takeFile } from "#worker/media/uploads/take-file.ts";
import { mediaList } from "./media-list.ts";

const version = z.coerce.number().int().min(1);
const changeSchema = z.discriminatedUnion("intent", [
  itemTextsSchema.extend({ intent: z.literal("save"), version }),
  z.object({ intent: z.literal("restore"), version, former: z.uuid() }),
  z.object({ intent: z.literal("replace"), version, file: z.file() }),
]);

type Change = z.output<typeof changeSchema>;

const unstored = {
  title: "Nothing could be stored just now.",
  message: "What you filled in is still here: try again in a minute.",
};
const words: RefusalWords = {
  400: { title: "Nothing has been saved yet." },
  404: { title: "This file is gone.", message: "Nothing has been saved." },
  413: { title: "This file is too large.", message: "Without JavaScript a file may have at most 5 MB." },
  500: unstored,
  503: unstored,
};

interface Posted {
  request: Request;
  id: string;
  actor: AccountId;
  /** What the library shows beside it, as the query of its address. */
  listQuery: string;
  scope: RequestScope;
}

/** Makes the change of one item that a posted form asks for and redirects to the page, or returns why it was refused. */
export async function answerItem({ request, id, actor, listQuery, scope }: Posted) {
  if (!isItemId(id)) throw data(null, { status: 404, statusText: "Not Found" });
  const limits = { bytes: largestPosted + 64 * 1024, hasFiles: true };
  return answerForm(
    { request, schema: changeSchema, words, limits },
    async (change) => {
      await makeChange(change, { id, actor, scope });
      return redirect(`${mediaList.path}/${id}${listQuery}${listQuery === "" ? "?" : "&"}done=${change.intent}`, 303);
    },
    scope,
  );
}

async function makeChange(
  change: Change,
  { id, actor, scope }: { id: MediaItemId; actor: AccountId; scope: RequestScope },
) {
  const db = openDb(scope.env.DB);
  const seen = { id, version: change.version, actor };
  if (change.intent === "save")
    return void (await describeItem(db, { ...change, ...seen, requestId: scope.requestId }));
  if (change.intent === "restore") await restoreFile(db, { ...seen, former: change.former as MediaFormerId }, scope);
  else await takeFile(db, { file: change.file, user: actor, replaces: seen }, scope);
  if (change.intent === "replace") await keepFile(db, id);
  // The change stands; the articles follow within minutes if this fails.
  await renderAgain(db, id, scope).catch((error: unknown) => scope.log.error("not rendered", error, { item: id }));
}
