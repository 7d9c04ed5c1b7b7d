/** Who else has an article open: never a page that is closed or asleep, and one's own other page as one's own. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import { endPresence, presenceLife, reportPresence, selectOthers } from "#worker/insights/presence.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { expectIndexed } from "./expect-indexed.ts";
import { makePost } from "./insights-make.ts";
import { makeUser } from "./make.ts";

const db = openDb(env.DB);
const newTab = () => crypto.randomUUID();

async function makeWriter(name: string) {
  const { id } = await makeUser({ name, roles: ["marketing_admin"] });
  return { user: id, tab: newTab() };
}

test("each page learns of the others, whose key was last first, and the version of the article", async () => {
  const { id } = await makePost();
  const [ada, eve, kim] = [await makeWriter("Ada"), await makeWriter("Eve"), await makeWriter("Kim")];
  await reportPresence(db, { id, ...eve, typedAt: 500, at: 1000 });
  await reportPresence(db, { id, ...kim, typedAt: null, at: 1000 });
  await reportPresence(db, { id, tab: newTab(), user: ada.user, typedAt: 900, at: 1000 });
  const { version, editors } = await reportPresence(db, { id, ...ada, typedAt: null, at: 1001 });
  expect(version).toBe(2);
  expect(editors.map(({ name, typedAt }) => [name, typedAt])).toEqual([
    ["Ada", 900],
    ["Eve", 500],
    ["Kim", null],
  ]);
  expect(editors[0]?.id).toBe(ada.user);
});

test("a page that is closed, or has given no sign of life for 45 seconds, is not there", async () => {
  const { id } = await makePost();
  const [ada, eve, kim] = [await makeWriter("Ada"), await makeWriter("Eve"), await makeWriter("Kim")];
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 1000 });
  await reportPresence(db, { id, ...kim, typedAt: 1, at: 2000 });
  await endPresence(db, { id, ...kim });
  const asked = async (at: number) =>
    (await reportPresence(db, { id, ...ada, typedAt: null, at })).editors.map(({ name }) => name);
  expect(await asked(1000 + presenceLife - 1)).toEqual(["Eve"]);
  expect(await asked(1000 + presenceLife)).toEqual([]);
});

test("nobody ends or renews the page of somebody else", async () => {
  const { id } = await makePost();
  const [ada, eve] = [await makeWriter("Ada"), await makeWriter("Eve")];
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 1000 });
  await endPresence(db, { id, tab: eve.tab, user: ada.user });
  await reportPresence(db, { id, tab: eve.tab, user: ada.user, typedAt: 7, at: 9000 });
  const rows = await db.selectFrom("post_presence").select(["user_id", "seen_at", "typed_at"]).execute();
  expect(rows).toEqual([{ user_id: eve.user, seen_at: 1000, typed_at: 1 }]);
});

test("an article that is gone has no readers, and a sign of life costs one trip and reads an index", async () => {
  const ada = await makeWriter("Ada");
  await expect(reportPresence(db, { id: newId<PostId>(), ...ada, typedAt: null })).rejects.toThrow(NotFoundError);
  await expectIndexed(selectOthers(db, { id: newId<PostId>(), tab: ada.tab, at: 1 }));
});
