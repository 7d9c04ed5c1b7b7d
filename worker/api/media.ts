/** The media library for programs. What is taken, and what is left of a picture, is the same as for people. */
import { largestFile } from "#shared/media/media-library.ts";
import { openDb } from "../db/client.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { keepFile } from "../imports/import-parts.ts";
import { UnsupportedBodyError } from "../lib/errors.ts";
import { isFormPost, readBytes } from "#worker/lib/forms/parse-form.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { describeItem, itemTextsSchema } from "../media/library/change-item.ts";
import { selectFoundItems, type FoundItem, readFoundItem } from "../media/library/find-items.ts";
import { takeWhole } from "../media/uploads/take-whole.ts";
import { createApi } from "./app.ts";
import { addMediaRoute, describeMediaRoute, listMediaRoute, readMediaRoute } from "./media-routes.ts";
import { checkVersion, readHolder, refuseStale } from "./programs.ts";

export const mediaApi = createApi()
  .openapi(listMediaRoute, async (c) => {
    const { env } = c.env.scope;
    const { q, after, limit } = c.req.valid("query");
    const wanted = { words: q, after: after as MediaItemId | undefined, limit: limit + 1 };
    const found = await selectFoundItems(openDb(env.DB), wanted).execute();
    const items = found.slice(0, limit);
    const next = found.length > limit ? (items.at(-1)?.id ?? null) : null;
    return c.json({ items: items.map((item) => toAnswer(item, env)), next }, 200);
  })
  .openapi(readMediaRoute, async (c) => {
    const { env } = c.env.scope;
    const item = await readFoundItem(openDb(env.DB), c.req.valid("param").id as MediaItemId);
    return c.json(toAnswer(item, env), 200, writeTag(item));
  })
  .openapi(addMediaRoute, async (c) => {
    const { scope } = c.env;
    const db = openDb(scope.env.DB);
    const { user, tokenName } = readHolder(c.var);
    const { name, alt, caption } = parseInput(itemTextsSchema.omit({ focus: true }), c.req.valid("query"));
    // What curl sends by default, which may have lost its line breaks; and a form with the file in it.
    if (isFormPost(c.req.raw)) throw new UnsupportedBodyError();
    const bytes = await readBytes(c.req.raw, largestFile);
    const { id, isKnown } = await takeWhole(db, { name, alt, caption, bytes, user: user.id, via: tokenName }, scope);
    await keepFile(db, id);
    const item = await readFoundItem(db, id);
    if (isKnown) return c.json(toAnswer(item, scope.env), 200, writeTag(item));
    return c.json(toAnswer(item, scope.env), 201, { ...writeTag(item), Location: `/api/media/${id}` });
  })
  .openapi(describeMediaRoute, async (c) => {
    const { env, requestId } = c.env.scope;
    const db = openDb(env.DB);
    const { user, tokenName } = readHolder(c.var);
    const id = c.req.valid("param").id as MediaItemId;
    const item = await readFoundItem(db, id);
    checkVersion(c, item.version);
    const { version, name, alt, caption, focus_x: x, focus_y: y } = item;
    const texts = parseInput(itemTextsSchema, { name, alt, caption, focus: { x, y }, ...c.req.valid("json") });
    await refuseStale(version, {
      change: () => describeItem(db, { id, version, actor: user.id, requestId, via: tokenName, ...texts }),
      readVersion: async () => (await readFoundItem(db, id)).version,
    });
    const changed = await readFoundItem(db, id);
    return c.json(toAnswer(changed, env), 200, writeTag(changed));
  });

function writeTag({ version }: FoundItem) {
  return { ETag: `"${version}"` };
}

function toAnswer(item: FoundItem, { SITE_ORIGIN }: Env) {
  const { id, version, name, type, bytes, width, height, alt, caption } = item;
  const path = `/media/${item.key}`;
  return {
    id: id as string,
    version,
    name,
    path,
    url: `${SITE_ORIGIN}${path}`,
    type,
    bytes,
    width,
    height,
    alt,
    caption,
    focus: { x: item.focus_x, y: item.focus_y },
    has_widths: item.lacks_widths === 0,
    created_at: new Date(item.created_at).toISOString(),
  };
}
