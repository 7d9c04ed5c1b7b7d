/** The page of visitor analytics through its routes, against D1. Figures themselves are counted in analytics-figures.test.ts. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { loader as download } from "#app/staff/analytics/export.ts";
import { loader as loadNow } from "#app/staff/analytics/now.ts";
import { action, loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { saveView } from "#worker/lib/saved-views.ts";
import { addAnnotation } from "#worker/analytics/annotations.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
const path = "/visitor-analytics";

async function openPage(search = "", visit: Visit = {}) {
  const { args } = makeArgs(path + search, visit);
  const { data, init } = await loader(args as never);
  return { ...data, status: init?.status ?? 200 };
}

/** Posts a form of the page: where it leads, or what it was refused for. */
async function post(form: Record<string, string>, visit: Visit = {}, search = "") {
  const { args } = makeArgs(path + search, visit, { form });
  try {
    const { data, init } = await action(args as never);
    const note = "refusedNote" in data ? data.refusedNote : null;
    return { status: init?.status, why: note?.problem ?? data.outcome?.refused[0]?.why, ...(note && { note }) };
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, to: thrown.headers.get("Location") };
    return { status: (thrown as { init?: ResponseInit }).init?.status };
  }
}

async function wordId(dimension: string, value: string): Promise<number> {
  await db
    .insertInto("dimension_values")
    .values({ dimension, value, label: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = db.selectFrom("dimension_values").select("id").where("dimension", "=", dimension);
  return (await found.where("value", "=", value).executeTakeFirstOrThrow()).id;
}

let visits = 0;

/** A visit with a view of each of the paths, a minute apart. */
async function makeVisit(at: number, { paths = ["/"], country = "DE", visitor = visits } = {}) {
  visits += 1;
  const key = { started_at: at, visit_no: visits };
  const ids = await Promise.all(paths.map((each) => wordId("path", each)));
  await db
    .insertInto("visits")
    .values({
      ...key,
      visitor,
      network: null,
      country: await wordId("country", country),
      left_vitals: null,
      views: paths.length,
      engaged_ms: paths.length * 20_000,
      entry: ids[0] ?? 0,
      exit: ids.at(-1) ?? 0,
    })
    .execute();
  for (const [place, id] of ids.entries())
    await db
      .insertInto("visit_events")
      .values({ ...key, seq: place + 1, at_ms: place * minute, kind: 1, path: id, amount: null, vitals: null })
      .execute();
}

const figure = (data: Awaited<ReturnType<typeof openPage>>, key: string) =>
  data.view?.keyFigures.find((each) => each.key === key)?.value;

test("visits are counted in their panels and by any filter, and each row leads to just what it counts", async () => {
  const at = Date.now() - 2 * day;
  await makeVisit(at, { paths: ["/", "/gcc"], country: "DE", visitor: 1 });
  await makeVisit(at + minute, { paths: ["/gcc"], country: "IN", visitor: 2 });
  await makeVisit(at + 2 * minute, { paths: ["/"], country: "IN", visitor: 2 });
  const all = await openPage();
  expect([figure(all, "visitors"), figure(all, "visits"), figure(all, "views")]).toEqual(["2", "3", "4"]);
  expect(all.view?.panels.find(({ dimension }) => dimension === "country")?.rows).toMatchObject([
    { value: "IN", name: "India", visits: "2" },
    { value: "DE", name: "Germany", visits: "1" },
  ]);
  expect(figure(await openPage("?country=IN"), "visits")).toBe("2");
  expect(figure(await openPage("?not-country=IN"), "visits")).toBe("1");
  expect(figure(await openPage("?country=IN&page=%2Fgcc"), "visits")).toBe("1");
  expect(figure(await openPage("?range=today"), "visits")).toBe("0");
  const whole = await openPage("?panel=page");
  expect(whole.view?.panels.map(({ dimension }) => dimension)).toEqual(["page"]);
  expect(whole.view?.panels[0]?.rows.map(({ value, visits, hits }) => [value, visits, hits])).toEqual([
    ["/", "2", "2"],
    ["/gcc", "2", "2"],
  ]);
});

test("a filter of the form moves among the others in the address", async () => {
  const { args } = makeArgs(`${path}?range=7&add=country&how=not&value=DE`, {});
  const thrown = await Promise.resolve(loader(args as never)).catch((error: unknown) => error);
  expect((thrown as Response).headers.get("Location")).toBe(`${path}?range=7&not-country=DE`);
});

test("the page takes one trip once its isolate knows the zone, and days follow the zone that staff choose", async () => {
  const user = (await makeAccount({ roles: ["marketing_admin"] })).id;
  const headers = { Cookie: writeCookies(await makeSession(user)) };
  await db.updateTable("analytics_settings").set({ zone: "UTC", version: 1 }).execute();
  await makeVisit(Date.UTC(2026, 0, 10, 20), { country: "IN" });
  const day = "?from=2026-01-11&to=2026-01-11";
  expect(figure(await openPage(day), "visits")).toBe("0");
  expect(await post({ do: "zone", version: "1", zone: "Asia/Kolkata" }, { user })).toEqual({
    status: 303,
    to: `${path}?range=30&done=zone`,
  });
  expect(figure(await openPage(day), "visits")).toBe("1");
  expect(await post({ do: "zone", version: "1", zone: "UTC" }, { user })).toMatchObject({ status: 409 });
  expect(await post({ do: "zone", version: "2", zone: "Mars/Crater" }, { user })).toEqual({ status: 400 });
  const { visit } = watchQueries();
  await visit(path, { headers });
  const { trips, rowsWritten, response } = await visit(path, { headers });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Asia/Kolkata: change the zone");
  // With the guard and the two numbers of the navigation.
  expect(trips).toBe(4);
  expect(rowsWritten).toBe(0);
  await db.updateTable("analytics_settings").set({ zone: "UTC" }).execute();
});

test("an annotation is its author's: others are refused, and whose author is gone is everybody's", async () => {
  const [user, other] = [(await makeAccount()).id, (await makeAccount()).id];
  const today = new Date().toISOString().slice(0, 10);
  expect(await post({ do: "note-add", day: today, text: " A \n campaign " }, { user }, "?range=7")).toEqual({
    status: 303,
    to: `${path}?range=7&done=note-add`,
  });
  const read = async (reader = user) => (await openPage("", { user: reader })).view?.happenings ?? [];
  const [note] = await read();
  expect(note).toMatchObject({ text: "A campaign", isOwn: true, letter: "A", date: today });
  expect(await read(other)).toMatchObject([{ isOwn: false }]);
  const id = note?.id ?? "";
  const change = { do: "note-change", id, version: "1", day: today, text: "Better" };
  expect(await post(change, { user: other })).toMatchObject({
    status: 409,
    why: expect.stringContaining("Somebody else wrote"),
  });
  expect(await post(change, { user })).toMatchObject({ status: 303 });
  expect(await post(change, { user })).toMatchObject({ status: 409 });
  expect(await post({ do: "note-delete", id, version: "2" }, { user: other })).toMatchObject({ status: 409 });
  expect(await post({ do: "note-delete", id, version: "2" }, { user })).toMatchObject({ status: 303 });
  expect(await post({ do: "note-delete", id, version: "2" }, { user })).toMatchObject({ status: 404 });
  const orphan = await addAnnotation(db, { at: Date.now(), text: "Old" }, { actor: null, requestId: newId() });
  expect(await read(other)).toMatchObject([{ id: orphan, isOwn: true }]);
  // What was typed comes back with what is wrong with it.
  for (const [wrong, why] of [
    [{ text: " " }, "Say what happened."],
    [{ day: "" }, "Choose a day."],
  ] as const)
    expect(await post({ do: "note-add", day: today, text: "x", ...wrong }, { user })).toMatchObject({
      status: 400,
      why,
      note: { id: null, day: today, text: "x", ...wrong, ...("text" in wrong && { text: "" }) },
    });
  expect(await post({ ...change, text: "Late words" }, { user })).toMatchObject({
    note: { id, text: "Late words", problem: expect.any(String) },
  });
  for (const wrong of [{ day: "2026-02-30" }, { do: "note-shout" }])
    expect(await post({ do: "note-add", day: today, text: "x", ...wrong }, { user })).toEqual({ status: 400 });
});

test("views are the reader's own, and lead back to what they show", async () => {
  const [user, other] = [(await makeAccount()).id, (await makeAccount()).id];
  const search = "?range=7&metric=views&country=DE";
  const saved = await post({ do: "view-save", name: "Germany" }, { user }, `${search}&edit=zone`);
  expect(saved).toEqual({ status: 303, to: `${path}${search}&done=view-save` });
  const { view } = await openPage(search, { user });
  expect(view?.views).toMatchObject([{ name: "Germany", query: search }]);
  expect((await openPage(search, { user: other })).view?.views).toEqual([]);
  expect(await post({ do: "view-save", name: "germany" }, { user })).toMatchObject({ status: 409 });
  const long = `?${new URLSearchParams(Array.from({ length: 5 }, (_, at) => ["page", `/${"x".repeat(250)}${at}`]))}`;
  expect(await post({ do: "view-save", name: "Long" }, { user }, long)).toMatchObject({
    status: 409,
    why: expect.stringContaining("too long"),
  });
  const id = view?.views[0]?.id ?? "";
  await post({ do: "view-delete", view: id }, { user: other });
  expect((await openPage("", { user })).view?.views).toHaveLength(1);
  await post({ do: "view-delete", view: id }, { user });
  expect((await openPage("", { user })).view?.views).toEqual([]);
});

test("a file has every row, no cell is a formula, and that it was made is recorded", async () => {
  const user = (await makeAccount()).id;
  await makeVisit(Date.now() - day, { paths: ["=1+1", ...Array.from({ length: 60 }, (_, at) => `/page-${at}`)] });
  const file = async (search: string) => {
    const { args } = makeArgs(`${path}.csv${search}`, { user });
    const response = await download(args as never);
    return { response, lines: (await response.text()).trimEnd().split("\r\n") };
  };
  const { response, lines } = await file("?panel=page&range=7");
  expect(response.headers.get("Content-Disposition")).toMatch(/filename="visitors-by-page-[\d-]+\.csv"$/);
  expect(lines).toHaveLength(62);
  expect(lines[0]).toBe('"Page","Value","Title","Visits","Visits before","Views"');
  expect(lines.filter((line) => line.includes("1+1"))).toEqual([`"'=1+1","'=1+1","","1","0","1"`]);
  expect((await file("?range=7")).lines).toHaveLength(8);
  const entries = await db
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "analytics.exported")
    .execute();
  expect(entries.map(({ detail }) => (JSON.parse(detail ?? "") as { panel: string }).panel)).toEqual(["page", "time"]);
});

test("who is there now is asked of D1 once in eight seconds, and no browser keeps it", async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  await makeVisit(Date.now() - minute, { paths: ["/careers"] });
  const ask = () => loadNow(makeArgs(`${path}/now`, {}).args as never);
  const read = async () => (await ask()).json();
  expect((await ask()).headers.get("Cache-Control")).toBe("no-store");
  expect(await read()).toMatchObject({ now: "1", pages: [{ name: "/careers", visitors: "1" }], wait: 8000 });
  await makeVisit(Date.now() - minute, { paths: ["/gcc"] });
  vi.setSystemTime(Date.now() + 7000);
  expect(await read()).toMatchObject({ now: "1", wait: 1000 });
  vi.setSystemTime(Date.now() + 1000);
  expect(await read()).toMatchObject({ now: "2", wait: 8000 });
});

test("while D1 does not answer the page says so, with 503, and nothing is done", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const user = (await makeAccount()).id;
  const prepare = () => {
    throw new Error("D1_ERROR: down");
  };
  const broken: Visit = { user, env: { DB: { prepare } as unknown as D1Database } };
  expect(await openPage("?range=7", broken)).toMatchObject({ status: 503, view: null, state: { range: "7" } });
  expect(await post({ do: "note-add", day: "2026-11-01", text: "x" }, broken)).toMatchObject({ status: 503 });
  const answers = [download, loadNow].map(
    async (load) => (await load(makeArgs(`${path}.csv`, broken).args as never)).status,
  );
  expect(await Promise.all(answers)).toEqual([503, 503]);
  expect(logged.mock.calls.flat().join()).toContain("visitor analytics not read");
});

test("an empty site has a page that says what will be there", async () => {
  const { view } = await openPage("?range=90");
  expect(view).toMatchObject({ isEmpty: true, happenings: [], dropped: [], realtime: { now: "0", pages: [] } });
  expect(view?.chart.points).toHaveLength(90);
});

test("a reader chooses the view that the page opens with for them, sees everything all the same, and undoes it", async () => {
  const make = async () => ({ user: (await makeAccount({ roles: ["marketing_admin"] })).id });
  const [reader, other] = [await make(), await make()];
  const open = async (search: string, visit: Visit) => {
    const { args } = makeArgs(path + search, visit);
    const answer = await loader(args as never).catch((thrown: unknown) => thrown);
    return answer instanceof Response ? answer.headers.get("Location") : "shown";
  };
  await post({ do: "view-save", name: "Germany" }, reader, "?country=DE&range=7");
  await post({ do: "view-save", name: "India" }, reader, "?country=IN");
  const views = (await openPage("?range=30", reader)).view?.views ?? [];
  const [germany = "", india = ""] = ["Germany", "India"].map((name) => views.find((view) => view.name === name)?.id);
  expect(await open("", reader)).toBe("shown");
  for (const [view, to] of [
    [germany, `${path}?range=7&country=DE`],
    [india, `${path}?country=IN`],
  ] as const) {
    expect((await post({ do: "view-open", view }, reader)).status).toBe(303);
    expect(await open("", reader)).toBe(to);
  }
  expect(await open("?range=30", reader)).toBe("shown");
  expect((await post({ do: "view-open", view: india }, other)).status).toBe(404);
  // Also one of the reader's own, of another list, changes nothing.
  const foreign = await saveView(db, { user: reader.user, list: "inbox", name: "Open", query: "?status=open" });
  expect((await post({ do: "view-open", view: foreign }, reader)).status).toBe(404);
  expect([await open("", reader), await open("", other)]).toEqual([`${path}?country=IN`, "shown"]);
  expect(
    (await openPage("?range=30", reader)).view?.views.filter(({ isDefault }) => isDefault).map(({ id }) => id),
  ).toEqual([india]);
  await post({ do: "view-plain" }, reader);
  expect(await open("", reader)).toBe("shown");
  await post({ do: "view-open", view: germany }, reader);
  await post({ do: "view-delete", view: germany }, reader);
  expect(await open("", reader)).toBe("shown");
});
