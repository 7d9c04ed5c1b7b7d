/**
 * Turns what was stored before there were visits (migrations/0053_visits.sql) into visits, some at a time, and deletes it.
 * The tables are dropped once nothing is in them.
 */
import { type Compilable, sql } from "kysely";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { AcceptedMessage } from "./messages.ts";
import { identifyPart, identifyRecord } from "./visitor-keys.ts";
import { visitsOfRecords } from "./visits-of-records.ts";
import { writeVisitors } from "./write-visitors.ts";
import { notErased, planVisits } from "./write-visits.ts";

const viewsAtOnce = 1000;
const visitorsAtOnce = 500;

/** Converts the oldest thousand views; once there is none, the visitors that are left. */
export async function convertFormer(db: Db, { env }: Pick<RequestScope, "env">): Promise<{ converted: number }> {
  const views = await db.selectFrom("former_views").selectAll().orderBy("viewed_at").limit(viewsAtOnce).execute();
  const ids = JSON.stringify([...new Set(views.map(({ visitor_id }) => visitor_id))]);
  const people = await db
    .selectFrom("former_visitors")
    .selectAll()
    .$if(views.length > 0, (query) =>
      query.where("visitor_id", "in", sql<string>`(select value from json_each(${ids}))`),
    )
    .limit(views.length > 0 ? viewsAtOnce : visitorsAtOnce)
    .execute();
  if (people.length + views.length === 0) return { converted: 0 };
  const viewsOf = Map.groupBy(views, ({ visitor_id }) => visitor_id);
  const messages = people.map((person): AcceptedMessage => {
    const { visitor_id, choice_id, first_visit, received_at, country, device, browser, ...said } = person;
    const { user_agent, referrer, language, timezone } = said;
    const proof = { choice_id, status: "accepted" as const, chosen_at: first_visit, received_at, gpc: 0 as const };
    const coarse = { country, device, browser, language: language.slice(0, 2).toLowerCase() || null };
    return {
      kind: "accepted",
      choice: { ...proof, ...coarse, banner_version: null, banner_hash: null, referrer_host: null },
      visitor: {
        visitor_id,
        first_visit,
        user_agent: user_agent.slice(0, 256),
        referrer: referrer.slice(0, 256),
        language,
        timezone,
      },
      views: viewsOf.get(visitor_id) ?? [],
      network: null,
    };
  });
  const records = await Promise.all(messages.map((message) => identifyRecord(env, message)));
  // The visitor was heard of when the first of the views came, whichever record was stored first.
  const parts = (await visitsOfRecords(db, records)).map((part) =>
    Object.assign(part, { received_at: Math.min(part.received_at, part.started_at) }),
  );
  await runBatch(db, [
    ...writeVisitors(db, records, notErased),
    ...planVisits(db, await Promise.all(parts.map((part) => identifyPart(env, part)))),
    ...deleteFormer(db, views, views.length > 0 ? [] : people),
  ]);
  return { converted: views.length + people.length };
}

/** Visitors stay until the last of their views is converted. */
function deleteFormer(db: Db, views: readonly object[], people: readonly { visitor_id: string }[]): Compilable[] {
  const viewed = sql`delete from former_views where (viewed_at, visitor_id, path) in (
    select value ->> 'viewed_at', value ->> 'visitor_id', value ->> 'path' from json_each(${JSON.stringify(views)}))`;
  const ids = JSON.stringify(people.map(({ visitor_id }) => visitor_id));
  return [
    { compile: () => viewed.compile(db) },
    db.deleteFrom("former_visitors").where("visitor_id", "in", sql<string>`(select value from json_each(${ids}))`),
  ];
}
