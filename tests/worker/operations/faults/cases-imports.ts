/** Imports of articles. */
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { makeImporter, makeSentPost, settings, toHash } from "../../imports/import-make.ts";
import { makeAuthor, makeInsight } from "../../insights/insights-make.ts";
import { makeJpeg } from "../../media/media-make.ts";
import type { FaultCase } from "./case.ts";
import { editor, svg, toForm } from "./cases-media.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
const notNoted = {
  of: ["import_parts"],
  why: "a topic whose making was not answered counts as one that was there, and stays when the import is taken back",
};
type Importer = Awaited<ReturnType<typeof makeImporter>>;

function running(what: string, make: (id: string, importer: Importer) => Promise<object>, more: More = {}): FaultCase {
  return {
    door: "staff/blog/import/run",
    what,
    async prepare() {
      const importer = await makeImporter();
      const json = { intent: what, ...(await make(what === "begin" ? "" : await importer.begin(), importer)) };
      return { path: "/blog-management/import-run", json, headers: { Cookie: importer.Cookie } };
    },
    ...more,
  };
}

const asked = { file: "blog.xml", fileHash: toHash("f"), kind: "wordpress", posts: 3, settings };

const page = {
  key: toHash("about"),
  fingerprint: toHash("v1"),
  title: "About us",
  path: "/about",
  status: "published",
  markdown: "We are.",
  html: "",
  losses: [],
};

export const ofImports: readonly FaultCase[] = [
  running("look", async () => ({ fileHash: toHash("f"), posts: [], slugs: ["a"], paths: [], topics: [] })),
  running("begin", async () => asked, {
    leaves: ["import.started"],
    repeats: "an import that nobody goes on with is listed, and stays empty",
  }),
  running("topics", async (id) => ({ import: id, topics: [{ kind: "tag", name: "Old tag" }] }), {
    leaves: ["topic.created"],
    remainders: notNoted,
  }),
  running("posts", async (id) => ({ import: id, posts: [await makeSentPost("one"), await makeSentPost("two")] }), {
    leaves: ["post.imported"],
    partly: "each post stands for itself, and the answer names those that failed",
  }),
  running("pages", async (id) => ({ import: id, pages: [page] })),
  running("still", async (id) => ({ import: id })),
  {
    door: "staff/blog/import/pages/pages",
    what: "delete",
    leaves: ["page.deleted"],
    async prepare() {
      const importer = await makeImporter();
      const id = await importer.begin();
      await importer.send({ intent: "pages", import: id, pages: [page] });
      const row = await db.selectFrom("imported_pages").select("id").executeTakeFirstOrThrow();
      return {
        path: "/blog-management/imported-pages",
        form: { id: row.id },
        headers: { Cookie: importer.Cookie },
      };
    },
  },
  running("files", async (id) => ({ import: id, files: [] })),
  running("finish", async (id) => ({ import: id }), { leaves: ["import.finished"] }),
  {
    door: "staff/blog/import/import",
    what: "undo",
    leaves: ["import.undone"],
    partly: "articles are taken back one after the other, and the rest by a retry",
    async prepare() {
      const importer = await makeImporter();
      const id = await importer.begin();
      await importer.sendPosts(id, [await makeSentPost("one"), await makeSentPost("two")]);
      await importer.send({ intent: "finish", import: id });
      const row = await db.selectFrom("imports").select("version").executeTakeFirstOrThrow();
      const form = { do: "undo", id, version: String(row.version) };
      return { path: "/blog-management/import", form, headers: { Cookie: importer.Cookie } };
    },
  },
  editor(
    "staff/blog/import/files",
    "drawing",
    async () => ({
      path: "/import-files",
      form: toForm({ intent: "drawing", key: "covers/old.svg", width: "640", height: "480", file: svg("card") }),
    }),
    { leaves: ["picture.restored"] },
  ),
  editor("staff/blog/import/files", "photo", async (caller) => {
    const importer = await makeImporter();
    const id = await importer.begin();
    await makeInsight();
    const author = await makeAuthor({ slug: "ada" });
    return {
      path: "/import-files",
      form: toForm({ intent: "photo", import: id, author, file: makeJpeg() }),
      headers: { Cookie: caller.Cookie },
    };
  }),
];
