import { createHash } from "node:crypto";
import { day } from "#shared/dates/durations.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { openDb } from "../../worker/db/client.ts";
import { beginImport, finishImport } from "../../worker/imports/begin-import.ts";
import { storePosts } from "../../worker/imports/store-posts.ts";
import { pretend, readDemoStaff } from "./past.ts";
import type { SeedScope } from "./scope.ts";

const toHash = (text: string) => createHash("sha256").update(text).digest("hex");
const fileHash = toHash("demo import");

/** Stores a demo import that is finished, with one demo article that it brought as a draft. */
export async function seedImports(scope: SeedScope): Promise<void> {
  const db = openDb(scope.env.DB);
  const known = await db.selectFrom("imports").select("id").where("file_hash", "=", fileHash).executeTakeFirst();
  if (known) return;
  const actor = (await readDemoStaff<AccountId>(scope.env.DB)).get("marketing") ?? null;
  const [category, author] = await Promise.all([
    db.selectFrom("categories").select("id").orderBy("slug").limit(1).executeTakeFirstOrThrow(),
    db.selectFrom("authors").select("id").orderBy("slug").limit(1).executeTakeFirstOrThrow(),
  ]);
  const at = Date.now() - 20 * day;
  const settings = { fetches: false, publishes: false, updates: false, category: "", authors: {} };
  const draft = {
    slug: "demo-notes-from-our-former-blog",
    title: "Demo: notes from our former blog",
    dek: "A demo article that an import has brought here as a draft.",
    categoryId: category.id,
    authorIds: [author.id],
    tagIds: [],
    featured: false,
    markdown: "This demo text was written elsewhere. The address that it had there leads here once it is published.",
    coverAlt: null,
  };
  const times = { publishAt: null, createdAt: at, updatedAt: at, editedAt: at };
  const post = {
    key: toHash("demo key"),
    fingerprint: toHash("demo post"),
    draft,
    state: { status: "draft", ...times },
    oldPaths: ["/2019/05/demo-notes/"],
  };
  await pretend(at, async () => {
    const named = {
      file: "Demo: former-blog.xml",
      fileHash,
      kind: "wordpress" as const,
      site: "former.example",
      posts: 1,
      settings,
    };
    const { id: importId } = await beginImport(db, { ...named, runner: "", actor }, scope);
    await storePosts(db, { importId, posts: [post], actor }, scope);
    await finishImport(db, { id: importId, actor }, scope);
  });
  console.log("Demo import: 1 made.");
}
