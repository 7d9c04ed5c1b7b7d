import { data, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { staffContext } from "#app/staff/guard.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { AuthorId } from "#worker/db/insights-tables.ts";
import { largestPhoto, setAuthorPhoto } from "#worker/insights/taxonomy/author-photo.ts";
import { deleteTopic, mergeTopic } from "#worker/insights/taxonomy/merge-topic.ts";
import { changeTopic, createTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { type TopicKind, topicSchemas } from "#shared/insights/topic.ts";
import type { TopicIds } from "#worker/insights/taxonomy/topic-table.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { pageForm } from "#worker/lib/forms/parse-form.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import { type TopicForm, topicForms, topicLists } from "./topic-lists.ts";

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

const known = { id: z.uuid("It is not known."), version: z.coerce.number().int().min(1) };
const photoSchema = z.object({
  ...known,
  photo: z.custom<File>((file) => file instanceof File && file.size > 0, "Choose a photograph first."),
});
const mergeSchema = z.object({ ...known, into: z.uuid("Choose one.") });
const knownSchema = z.object(known);

/** The file, and to spare for what multipart puts around it. */
const photoForm = { bytes: largestPhoto + 4096, fields: 5, hasFiles: true };

const words: RefusalWords = {
  404: { title: "Nothing was done", message: "It is gone: somebody has deleted it." },
  409: { title: "Nothing was done" },
  413: { title: "That is too large.", message: "The photograph may have at most 2 MB." },
  500: { title: "Nothing was stored", message: "Please try again in a minute. What you wrote is still here." },
  503: { title: "Nothing was stored", message: "Please try again in a minute. What you wrote is still here." },
};

/** Answers the forms of the page of authors, categories or tags: leads back to it, or says why nothing has changed. */
export async function answerTopics(kind: TopicKind, { context, request, url }: ActionArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const actor = user.id as AccountId;
  const list = topicLists[kind];
  const form = z.enum(topicForms).safeParse(url.searchParams.get("form")).data;
  if (!form) {
    const view = await answerViewForm(await readListForm(request), { list, url, user: actor, scope });
    if (!view) throw refuseForm();
    return view;
  }
  if (form.startsWith("photo") && kind !== "author") throw refuseForm();
  return answerTopicForm(kind, form, { request, actor, scope, path: list.path });
}

function refuseForm() {
  return data(null, { status: 400, statusText: "Bad Request" });
}

interface Posted {
  request: Request;
  actor: AccountId;
  scope: RequestScope;
  /** Of the page. */
  path: string;
}

function answerTopicForm<Kind extends TopicKind>(kind: Kind, form: TopicForm, { request, actor, scope, path }: Posted) {
  const db = openDb(scope.env.DB);
  const back = (made = "") => redirect(`${path}?done=${form}${made && `&made=${made}`}`, 303);
  const answer = <Schema extends z.ZodType>(
    schema: Schema,
    change: (db: Db, value: z.output<Schema>) => Promise<unknown>,
    limits = pageForm,
  ) =>
    answerForm(
      { request, schema, limits, words },
      async (value) => {
        const made = await change(db, value);
        return back(typeof made === "string" ? made : "");
      },
      scope,
    );
  const fields = topicSchemas[kind];
  switch (form) {
    case "new":
      return answer(
        fields,
        async (_, value) => (await createTopic(db, kind, { ...(value as object), actor } as never, scope)).id,
      );
    case "edit":
      return answer(fields.extend(known), (_, value) =>
        changeTopic(db, kind, { ...(value as object), actor } as never, scope),
      );
    case "merge":
      return answer(mergeSchema, (_, { id, version, into }) =>
        mergeTopic(db, kind, { id: id as TopicIds[Kind], version, actor, into: into as TopicIds[Kind] }, scope),
      );
    case "delete":
      return answer(knownSchema, (_, { id, version }) =>
        deleteTopic(db, kind, { id: id as TopicIds[Kind], version, actor }, scope),
      );
    case "photo":
      return answer(
        photoSchema,
        (_, { id, version, photo }) => setAuthorPhoto(db, { id: id as AuthorId, version, actor, file: photo }, scope),
        photoForm,
      );
    case "photo-remove":
      return answer(knownSchema, (_, { id, version }) =>
        setAuthorPhoto(db, { id: id as AuthorId, version, actor, file: null }, scope),
      );
  }
}
