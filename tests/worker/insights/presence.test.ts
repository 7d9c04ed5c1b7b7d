/** Who else has an article or a job open: never a page that is closed or asleep, and one's own other page as one's own. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import type { Role } from "#shared/permissions.ts";
import { endPresence, presenceLife, reportPresence, selectOthers } from "#worker/insights/presence.ts";
import { newId } from "#worker/lib/ids.ts";
import { ask } from "../hiring/apply-make.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeInsight } from "./insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);
const newTab = () => crypto.randomUUID();

async function makeWriter(name: string) {
  const { id } = await makeAccount({ name, roles: ["marketing_admin"] });
  return { user: id, tab: newTab() };
}

test("each page learns of the others, whose key was last first, and the version of the article", async () => {
  const { id } = await makeInsight();
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
  const { id } = await makeInsight();
  const [ada, eve, kim] = [await makeWriter("Ada"), await makeWriter("Eve"), await makeWriter("Kim")];
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 1000 });
  await reportPresence(db, { id, ...kim, typedAt: 1, at: 2000 });
  await endPresence(db, { id, ...kim });
  const asked = async (at: number) =>
    (await reportPresence(db, { id, ...ada, typedAt: null, at })).editors.map(({ name }) => name);
  expect(await asked(1000 + presenceLife - 1)).toEqual(["Eve"]);
  expect(await asked(1000 + presenceLife)).toEqual([]);
});

test("pages that know of each other see within five seconds that one has fallen silent; one that has just come gives the others time", async () => {
  const { id } = await makeInsight();
  const [ada, eve] = [await makeWriter("Ada"), await makeWriter("Eve")];
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 100_000 });
  const asked = async (at: number, openFor: number) =>
    (await reportPresence(db, { id, ...ada, typedAt: null, at, openFor })).editors.map(({ name }) => name);
  // Eve is alone until she asks again, and is not written down each time: Ada, who has just come, sees her.
  expect(await asked(112_000, 0)).toEqual(["Eve"]);
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 114_000, openFor: 60_000 });
  expect(await asked(114_500, 2500)).toEqual(["Eve"]);
  expect(await asked(117_400, 5400)).toEqual(["Eve"]);
  expect(await asked(118_900, 6900)).toEqual([]);
});

test("a page that is alone reads three signs of life of four and writes the fourth", async () => {
  const { id } = await makeInsight();
  const ada = await makeWriter("Ada");
  const seen = new Set<number>();
  for (let at = 100_000; at < 148_000; at += 4000) {
    await reportPresence(db, { id, ...ada, typedAt: null, at, openFor: at - 100_000 });
    const row = await db.selectFrom("insight_presence").select("seen_at").executeTakeFirstOrThrow();
    seen.add(row.seen_at);
  }
  expect([...seen]).toEqual([100_000, 116_000, 132_000]);
});

test("nobody ends or renews the page of somebody else", async () => {
  const { id } = await makeInsight();
  const [ada, eve] = [await makeWriter("Ada"), await makeWriter("Eve")];
  await reportPresence(db, { id, ...eve, typedAt: 1, at: 1000 });
  await endPresence(db, { id, tab: eve.tab, user: ada.user });
  await reportPresence(db, { id, tab: eve.tab, user: ada.user, typedAt: 7, at: 9000 });
  const rows = await db.selectFrom("insight_presence").select(["account_id", "seen_at", "typed_at"]).execute();
  expect(rows).toEqual([{ account_id: eve.user, seen_at: 1000, typed_at: 1 }]);
});

test("an article that is not stored has no version and no readers, and a sign of life costs one trip and reads an index", async () => {
  const ada = await makeWriter("Ada");
  expect(await reportPresence(db, { id: newId<InsightId>(), ...ada, typedAt: null })).toEqual({
    version: 0,
    editors: [],
  });
  await expectIndexed(selectOthers(db, { id: newId<InsightId>(), tab: ada.tab, at: 1 }));
});

test("the page of a job says who has it open as well, to who may write jobs", async () => {
  const { id, version } = await makeOpening();
  const { id: other } = await makeInsight();
  async function open(role: Role | null, name: string) {
    const user = await makeAccount({ name, roles: role ? [role] : [] });
    const headers = {
      Cookie: writeCookies(await makeSession(user.id)),
      Origin: siteOrigin,
      "Content-Type": "application/json",
    };
    const say = async (body: object, job: string = id) => {
      const { status, text } = await ask(`/job-management/${job}/live`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return { status, ...(status === 200 && { answer: JSON.parse(text) as object }) };
    };
    return { say, tab: newTab() };
  }
  const [tessa, henrik, nora] = [
    await open("talent_admin", "Tessa"),
    await open("HR", "Henrik"),
    await open(null, "Nora"),
  ];
  const present = ({ tab }: { tab: string }, typedAgo: number | null = null) => ({ intent: "present", tab, typedAgo });
  expect(await tessa.say(present(tessa, 1000))).toEqual({ status: 200, answer: { version, editors: [] } });
  expect(await henrik.say(present(henrik))).toMatchObject({
    status: 200,
    answer: { version, editors: [{ name: "Tessa", typedAt: expect.any(Number) }] },
  });
  expect((await nora.say(present(nora))).status).toBe(403);
  expect((await tessa.say(present({ tab: "7" }))).status).toBe(400);
  // An article of that id is no job.
  expect(await henrik.say(present(henrik), other)).toMatchObject({ answer: { version: 0 } });
  expect((await tessa.say({ intent: "absent", tab: tessa.tab })).status).toBe(204);
  expect(await henrik.say(present(henrik))).toMatchObject({ answer: { editors: [] } });
  await expectIndexed(selectOthers(db, { of: "openings", id, tab: henrik.tab, at: 1 }));
});
