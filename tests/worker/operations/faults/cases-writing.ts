/** What writers change about articles and their topics, on pages and by the API. */
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { archivePost } from "#worker/insights/publish-insight.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { createTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { publishing as growth } from "../../../../lab/bench/subjects/publishing.ts";
import { partSize } from "#worker/insights/taxonomy/hand-over.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeAuthor, makeCategory, makeDraft, makeInsight, makeTag } from "../../insights/insights-make.ts";
import { makeJpeg } from "../../media/media-make.ts";
import { makeAccount } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { setAuthorPhoto } from "#worker/insights/taxonomy/author-photo.ts";
import { type FaultCase, jsonOfStaff, ofProgram, ofStaff } from "./case.ts";

const db = openDb(env.DB);
const desk = "staff/insights/insights";
const article = "staff/insights/article/article";
const live = "staff/insights/article/live";
const scope = () => makeScope();
type More = Partial<FaultCase>;
type Post = Awaited<ReturnType<typeof makeInsight>>;

const form = (
  door: string,
  what: string,
  make: () => Promise<[string, Record<string, string> | [string, string][] | FormData]>,
  more: More = {},
) => ofStaff({ door, what, as: "marketing_admin", make, ...more });

/** A form of the list, about two articles; `prepare` brings them into the state that it needs. */
function listed(what: string, more: More = {}, prepare?: (post: Post) => Promise<unknown>, version = 2): FaultCase {
  return form(
    desk,
    what,
    async () => {
      const posts = [await makeInsight(), await makeInsight()];
      for (const post of posts) await prepare?.(post);
      return [
        "/blog-management",
        [["do", what], ...posts.map(({ id }): [string, string] => ["row", `${id}:${version}`])],
      ];
    },
    { partly: "each row stands for itself, and the answer names those that failed", ...more },
  );
}

const onPage = (
  what: string,
  fields: Record<string, string>,
  more: More = {},
  options: Parameters<typeof makeInsight>[0] = {},
  path = "",
) =>
  form(
    path === "" ? article : "staff/insights/revisions/revisions",
    what,
    async () => {
      const { id, draft } = await makeInsight(options);
      const texts = what.startsWith("save") ? { title: draft.title, dek: draft.dek, slug: draft.slug } : {};
      return [`/blog-management/${id}${path}`, { intent: what, version: "2", ...texts, ...fields }];
    },
    more,
  );

const asJson = (what: string, make: (post: Post) => object, more: More = {}) =>
  jsonOfStaff({
    door: live,
    what,
    as: "marketing_admin",
    make: async () => {
      const post = await makeInsight();
      return [`/blog-management/${post.id}/live`, { intent: what, ...make(post) }];
    },
    ...more,
  });

const trash = ({ id }: Post) => trashInsight(db, { id, version: 2, actor: null }, scope());
const later = () => Date.now() + 3_600_000;
const saved = { title: "Another title", markdown: "A text that nobody wants to type twice." };

const firstSave = () => ({ intent: "save", version: "0", slug: `begun-${newId()}` });

const topic = (
  what: string,
  fields: () => Promise<Record<string, string> | FormData>,
  more: More = {},
  kind = "tags",
) =>
  form(
    `staff/insights/taxonomy/${kind}`,
    what,
    async () => [`/blog-management/${kind}?form=${what.split(" ")[0]}`, await fields()],
    more,
  );

async function makeOne(kind: "tag" | "category" | "author") {
  const { id } = await createTopic(db, kind, { name: "Speed", actor: null }, scope());
  return { id: id as string, version: "1" };
}

async function photoForm(): Promise<FormData> {
  const body = new FormData();
  for (const [name, value] of Object.entries(await makeOne("author"))) body.set(name, value);
  body.set("photo", new File([makeJpeg() as BlobPart], "ada.jpg"));
  return body;
}

async function authorWithPhoto(): Promise<Record<string, string>> {
  const { id } = await makeOne("author");
  const file = new File([makeJpeg() as BlobPart], "ada.jpg");
  await setAuthorPhoto(db, { id: id as never, version: 1, actor: (await makeAccount()).id, file }, scope());
  return { id, version: "2" };
}

const seen = { "If-Match": '"2"' };
const photos = { of: ["objects"], why: "a photograph of nobody is not named in any row, and is swept" };

export const writing: readonly FaultCase[] = [
  form(desk, "new", async () => ["/blog-management", { do: "new" }]),
  form(article, "save first", async () => [`/blog-management/${newId()}?new`, { ...firstSave(), ...saved, dek: "" }], {
    leaves: ["post.created"],
    typed: ["A text that nobody wants to type twice."],
    partly: "the author and the category that a first article needs are made before it, and stay",
  }),
  jsonOfStaff({
    door: live,
    what: "save first",
    as: "marketing_admin",
    make: async () => {
      const { slug, ...first } = firstSave();
      return [`/blog-management/${newId()}/live`, { ...first, draft: await makeDraft({ slug }) }];
    },
    leaves: ["post.created"],
  }),
  listed("publish", { leaves: ["post.published"] }, (post) => post.archive(), 3),
  listed("unpublish", { leaves: ["post.archived"] }),
  listed("trash", { leaves: ["post.trashed"] }),
  listed("restore", { leaves: ["post.restored"] }, trash, 3),
  listed("delete", { leaves: ["post.deleted"] }, trash, 3),
  form(
    desk,
    "tag",
    async () => {
      const [{ id }, tag] = [await makeInsight(), await makeTag({ slug: "fast" })];
      return ["/blog-management", { do: `tag:${tag} ${id}:2` }];
    },
    { leaves: ["post.tagged"] },
  ),
  form(
    desk,
    "untag",
    async () => {
      const tag = await makeTag({ slug: "fast" });
      const { id } = await makeInsight({ tagIds: [tag] });
      return ["/blog-management", { do: `untag:${tag} ${id}:2` }];
    },
    { leaves: ["post.untagged"] },
  ),
  form(
    desk,
    "undo",
    async () => {
      const post = await makeInsight();
      await archivePost(db, { id: post.id, version: 2, actor: null }, scope());
      const row = await db.selectFrom("insights").selectAll().where("id", "=", post.id).executeTakeFirstOrThrow();
      const undo = [post.id, 3, "published", row.publish_at, "-", "-", row.shown_version].join(":");
      return ["/blog-management", { do: "undo", undo }];
    },
    { leaves: ["post.put_back"] },
  ),
  onPage("save", saved, { leaves: ["post.saved"], typed: ["A text that nobody wants to type twice."] }),
  onPage("save-and-publish", saved, {
    leaves: ["post.saved", "post.published"],
    typed: ["A text that nobody wants to type twice."],
    partly: "it is saved first, and the page says that it is not published yet",
    goesOn: "the page has the version that was saved, which is published from there",
  }),
  onPage("publish", { when: "now" }, { leaves: ["post.published"] }),
  onPage("archive", {}, { leaves: ["post.archived"] }),
  onPage("unschedule", {}, { leaves: ["post.unscheduled"] }, { publishAt: later() }),
  onPage("restore", { revision: "1" }, { leaves: ["post.saved"] }, {}, "/revisions"),
  onPage("name", { revision: "1", name: "First words" }, { leaves: ["post.revision_named"] }, {}, "/revisions"),
  asJson("save", ({ draft }) => ({ version: 2, draft: { ...draft, title: "Another" } }), { leaves: ["post.saved"] }),
  asJson("publish", () => ({ version: 2, when: "now" }), { leaves: ["post.published"] }),
  asJson("present", () => ({ tab: "0198f1de-0000-7000-8000-000000000000", typedAgo: null })),
  asJson("absent", () => ({ tab: "0198f1de-0000-7000-8000-000000000000" })),
  asJson("topic", () => ({ kind: "tag", name: "Made in its field" }), { leaves: ["topic.created"] }),
  jsonOfStaff({
    door: "staff/insights/article/addresses",
    as: "marketing_admin",
    make: async () => [
      `/blog-management/${(await makeInsight()).id}/addresses`,
      { addresses: ["/nowhere"], slug: "free" },
    ],
  }),
  topic("new", async () => ({ name: "Named with care" }), { leaves: ["topic.created"], typed: ["Named with care"] }),
  topic("edit", async () => ({ ...(await makeOne("tag")), name: "Pace", slug: "pace" }), { leaves: ["topic.changed"] }),
  topic("merge", async () => ({ ...(await makeOne("tag")), into: await makeTag({ slug: "into" }) }), {
    leaves: ["topic.merged"],
  }),
  topic("delete", async () => makeOne("tag"), { leaves: ["topic.deleted"] }),
  topic("merge of many", async () => mergeMany(), {
    leaves: ["topic.handed_over", "topic.merged"],
    partly: "articles are handed over in parts, and the rest by a retry",
  }),
  topic(
    "new",
    async () => ({ name: "Named with care", description: "All." }),
    { typed: ["Named with care"] },
    "categories",
  ),
  topic("photo", photoForm, { remainders: photos, leaves: ["topic.changed"] }, "authors"),
  topic("photo-remove", authorWithPhoto, { remainders: photos }, "authors"),
  ofProgram("post /api/posts", ["post.created"], async () => {
    await makeCategory();
    await makeAuthor();
    const json = {
      title: "By a program",
      markdown: "Text.",
      category: "cloud",
      authors: ["desk"],
      slug: "by-a-program",
    };
    return { path: "/api/posts", json };
  }),
  ofProgram("patch /api/posts/{id}", ["post.saved"], async () => ({
    path: `/api/posts/${(await makeInsight()).id}`,
    method: "PATCH",
    json: { title: "Another" },
    headers: seen,
  })),
  ofProgram("post /api/posts/{id}/publish", ["post.published"], async () => ({
    path: `/api/posts/${(await makeInsight()).id}/publish`,
    json: {},
    headers: seen,
  })),
  ofProgram("post /api/posts/{id}/archive", ["post.archived"], async () => ({
    path: `/api/posts/${(await makeInsight()).id}/archive`,
    headers: seen,
  })),
];

/** More articles under one tag than one statement takes. */
async function mergeMany(): Promise<Record<string, string>> {
  const tag = await makeTag();
  await makeInsight({ slug: "leaving-a-data-centre", tagIds: [tag] });
  for (const statement of growth.growth?.fill(1, partSize) ?? []) await env.DB.prepare(statement).run();
  return { id: tag, version: "1", into: await makeTag({ slug: "into" }) };
}
