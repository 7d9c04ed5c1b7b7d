/** Forms that were sent, through their doors, and what the page of visitor analytics says of them. */
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { loader as download } from "#app/staff/analytics/export.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { forgetLostVisits } from "#worker/analytics/conversions.ts";
import { eraseVisitors } from "#worker/analytics/erase-visitors.ts";
import { exportVisitor } from "#worker/analytics/export-visitor.ts";
import { hashToNumber } from "#worker/analytics/visit-key.ts";
import { clearOfSpam, markAsSpam } from "#worker/enquiries/change-enquiry.ts";
import { runBatch } from "#worker/db/client.ts";
import { lastService } from "../../listed.ts";
import { db, fillIn, send } from "../hiring/apply-make.ts";
import { makeFields, receive, site } from "../enquiries/enquiries-make.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

async function wordId(dimension: string, value: string): Promise<number> {
  const word = { dimension, value, label: null };
  await db
    .insertInto("dimension_values")
    .values(word)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = db.selectFrom("dimension_values").select("id").where("dimension", "=", dimension);
  return (await found.where("value", "=", value).executeTakeFirstOrThrow()).id;
}

let visits = 0;

interface Made {
  visitor: string;
  source: string;
  /** Paths of views; of events, their name and what they are about: "form-start contact". */
  steps?: readonly string[];
}

/** A visit that began at `at`: its id, as the tracker of the visitor knows it. */
async function makeVisit(at: number, { visitor, source, steps = [] }: Made): Promise<string> {
  visits += 1;
  const key = { started_at: at, visit_no: visits };
  const stored = sql<number>`cast(${await hashToNumber(visitor)} as integer)`;
  const row = { ...key, visitor: stored, network: null, source: await wordId("source", source), left_vitals: null };
  await db
    .insertInto("visits")
    .values({ ...row, views: 1 })
    .execute();
  for (const [place, step] of steps.entries()) {
    const [name = "", value = ""] = step.split(" ");
    const isView = value === "";
    await db
      .insertInto("visit_events")
      .values({
        ...key,
        seq: place + 1,
        at_ms: place,
        kind: isView ? 1 : 2,
        amount: null,
        vitals: null,
        path: await wordId("path", isView ? name : "/"),
        ...(!isView && {
          name: await wordId("event", name),
          value: await wordId("data", value),
        }),
      })
      .execute();
  }
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${visits.toString(16).padStart(12, "0")}`;
}

async function makeVisitor(visitor: string, at: number): Promise<void> {
  const stored = sql<number>`cast(${await hashToNumber(visitor)} as integer)`;
  const words = { user_agent: 1, referrer: 1, language: 1, timezone: 1 };
  const row = { visitor: stored, first_visit: at, received_at: at, idle_since: Date.now() + day, first_at: at };
  await db
    .insertInto("visitors")
    .values({ ...row, ...words })
    .execute();
}

async function openPage(search: string) {
  const { args } = makeArgs(`/visitor-analytics${search}`, {} as Visit);
  const { view } = (await loader(args as never)).data;
  const goal = (name: string) => view?.goals.find((each) => each.goal === name);
  return {
    view,
    report: view?.report,
    goal,
    rows: view?.report?.rows.map(({ name, last, first }) => [name, last, first]),
  };
}

test("each form counts once, adds up with the inbox, and has the first and the last source of its visitor", async () => {
  const now = Date.now();
  const [ada, ben] = [crypto.randomUUID(), crypto.randomUUID()];
  await makeVisitor(ada, now - 3 * day);
  await makeVisit(now - 3 * day, { visitor: ada, source: "Google" });
  await makeVisit(now - 2 * day, { visitor: ada, source: "Bing" });
  const steps = [`/${lastService.slug}`, "/", "/contact", "form-start contact", "form-sent contact"];
  const visit = await makeVisit(now - minute, { visitor: ada, source: "LinkedIn", steps });
  // The contact page before the service: this visit reached the first step only.
  const other = await makeVisit(now - minute, { visitor: ben, source: "Google", steps: ["/contact", "/gcc"] });
  const ofAda = await makeFields({ visit });
  const first = await receive(ofAda);
  expect((await receive(ofAda)).id).toBe(first.id);
  await receive({ ...(await makeFields()), visit: other });
  await receive(await makeFields());
  await receive(await makeFields({ visit: "nonsense' or 1" }));
  // A visit of last week is not the one in which the form was sent.
  await receive(await makeFields({ visit: await makeVisit(now - 7 * day, { visitor: ben, source: "Bing" }) }));
  await receive(await makeFields({ visit, website: "https://spam.example" }));
  const page = await openPage("?report=enquiry");
  expect(page.goal("enquiry")).toMatchObject({ done: "5", known: "2", rate: "40.0%" });
  expect(page.rows).toEqual([
    ["Google", "1", "2"],
    ["LinkedIn", "1", "0"],
    ["Not known", "3", "3"],
  ]);
  expect(page.report).toMatchObject({ done: "5", coverage: "2 of 5 came from visitors who accepted." });
  expect(page.report?.staff).toMatchObject({ why: null, text: "has 5 of these days now." });
  expect(page.report?.steps?.map((step) => [step.visits, step.share, step.lost])).toEqual([
    ["2", null, null],
    ["1", "50.0%", "1"],
    ["1", "100.0%", "0"],
    ["1", "100.0%", "0"],
  ]);
  // Filters are about visits; those whose visit is not known pass none.
  const narrowed = await openPage("?report=enquiry&source=LinkedIn");
  expect([narrowed.report?.done, narrowed.rows]).toEqual([
    "1",
    [
      ["LinkedIn", "1", "0"],
      ["Google", "0", "1"],
    ],
  ]);
  expect((await openPage("?report=enquiry&not-page=%2F")).goal("enquiry")?.done).toBe("1");
  const visitsOf = ({ view }: typeof page) => view?.keyFigures.find(({ key }) => key === "visits")?.value;
  expect(visitsOf(await openPage("?goal=enquiry"))).toBe("2");
  expect(visitsOf(await openPage("?not-goal=enquiry"))).toBe("3");

  const { id: actor } = await makeAccount({ roles: ["marketing_admin"] });
  const last = await db
    .selectFrom("enquiries")
    .select("id")
    .where("folder", "=", "inbox")
    .orderBy("id", "desc")
    .limit(1);
  const { id } = await last.executeTakeFirstOrThrow();
  const scope = { requestId: "test" };
  await markAsSpam(db, { id, version: 1, actor }, scope);
  const without = await openPage("?report=enquiry");
  expect([without.report?.done, without.report?.staff?.why, without.rows?.at(-1)?.[1]]).toEqual(["4", null, "2"]);
  const topics = [{ id: "general", name: "General", mailbox: "sales@example.com" }];
  await clearOfSpam(db, { id, version: 2, actor, topics, site }, makeScope());
  expect((await openPage("?report=enquiry")).report).toMatchObject({ done: "5", staff: { why: null } });

  const { visits: exported } = await exportVisitor(db, ada);
  expect(exported.map(({ forms_sent }) => forms_sent.map(({ form }) => form))).toEqual([[], [], ["enquiry"]]);
  await runBatch(db, await eraseVisitors(db, [ada], "test"));
  const erased = await openPage("?report=enquiry");
  expect(erased.rows).toEqual([
    ["Google", "1", "1"],
    ["Not known", "4", "4"],
  ]);
  expect(await db.selectFrom("conversions").select("at").where("visit_no", "=", 3).execute()).toEqual([]);

  // A visit that was never stored is named as long as it may still come.
  await db.insertInto("conversions").values({ at: now, goal: "enquiry", started_at: now, visit_no: 999 }).execute();
  expect(await forgetLostVisits(db)).toEqual({ forms: 0 });
  vi.setSystemTime(now + 30 * day);
  expect(await forgetLostVisits(db)).toEqual({ forms: 1 });
  const named = await db.selectFrom("conversions").select("visit_no").where("started_at", "is not", null).execute();
  expect(named).toHaveLength(1);
});

test("an application that was sent counts with its visit, and the file of the report has what the page says", async () => {
  const visit = await makeVisit(Date.now() - minute, { visitor: crypto.randomUUID(), source: "StepStone" });
  const fields = await fillIn({ visit });
  expect((await send({ fields })).status).toBe(303);
  await send({ fields });
  await send();
  const { goal, rows, report } = await openPage("?report=application");
  expect(goal("application")).toMatchObject({ done: "2", known: "1" });
  expect(rows).toEqual([
    ["StepStone", "1", "1"],
    ["Not known", "1", "1"],
  ]);
  expect(report?.staff?.why).toBeNull();
  const { id: user } = await makeAccount({ roles: ["marketing_admin"] });
  const { args } = makeArgs("/visitor-analytics.csv?report=application", { user });
  const file = await download(args as never);
  expect(file.headers.get("Content-Disposition")).toContain("application-sources-");
  expect((await file.text()).split("\r\n").slice(0, 3)).toEqual([
    expect.stringContaining('"Source","Value","Last visit","First visit"'),
    '"StepStone","StepStone","1","1"',
    '"Not known","","1","1"',
  ]);
  const { args: dropped } = makeArgs("/visitor-analytics.csv?of=dropped", { user });
  expect(await (await download(dropped as never)).text()).toMatch(
    /"Reason","Name","Dropped"\r\n"rejected","Rejected cookies","\d+"/,
  );
});

test("a goal that nothing reached says so in words, and not that it was 0 of 0", async () => {
  expect((await openPage("?report=enquiry")).report?.coverage).toBe("None was counted in these days.");
  await receive(await makeFields());
  const narrowed = await openPage("?report=enquiry&source=Nowhere");
  expect(narrowed.report?.coverage).toBe("None is of a visit that passes these filters.");
});
