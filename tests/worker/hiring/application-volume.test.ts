/** With many applications and 300 jobs: every page about them asks few queries, each on an index, and the numbers agree with the lists. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { makeApplication } from "./application-rows.ts";
import { makeRecruiter, openList } from "./applications-make.ts";
import { makeOpening, makeManyOpenings } from "./openings-make.ts";
import { makeSession, writeCookies } from "../make.ts";
import { listScans, watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
const many = isDeep ? 10_000 : 1500;
/** Of the guard, the frame and its numbers. */
const around = 4;

/** `many` applications of a person each, over all stages; most have ended. */
async function makeMany(openingId: string, userId: string) {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
  const id = "printf('00000000-0000-7000-8000-%012d', i)";
  const stage = `CASE WHEN i % 10 < 6 THEN 'rejected' WHEN i % 10 = 6 THEN 'hired' WHEN i % 10 = 7 THEN 'new'
    WHEN i % 10 = 8 THEN 'screening' ELSE 'interview' END`;
  await env.DB.batch([
    env.DB.prepare(
      `${numbers} INSERT INTO candidates (id, email, name, created_at, updated_at)
        SELECT ${id}, 'many' || i || '@client.example', 'Person ' || i, i, i FROM n`,
    ),
    env.DB.prepare(
      `${numbers} INSERT INTO applications (id, candidate_id, opening_id, submission_hash, link_hash, name, email, phone, stage,
          stage_since, ended_at, flags, source, assignee_id, opened_at, consented_at, received_at, updated_at)
        SELECT ${id}, ${id}, iif(i % 3 = 0, ?1, NULL), printf('%064d', i), printf('%064d', i), 'Person ' || (i / 2),
          'many' || i || '@client.example', '0113 496 ' || printf('%04d', i / 3), ${stage}, i * 1000,
          iif(i % 10 < 7, i, NULL), iif(i % 20 = 8, '["Travel?"]', '[]'), iif(i % 4 = 0, 'board-a', ''),
          iif(i % 50 = 9, ?2, NULL), iif(i % 20 = 7, NULL, i), i, i * 1000, i FROM n`,
    ).bind(openingId, userId),
    env.DB.prepare(
      `${numbers} INSERT INTO application_history (id, application_id, at, kind, detail)
        SELECT printf('00000000-0000-7000-9000-%012d', i), ${id}, i * 1000, 'moved', json_object('from', 'new', 'to', ${stage})
        FROM n WHERE i % 10 <> 7`,
    ),
    env.DB.prepare(
      `${numbers} INSERT INTO application_mails (id, application_id, position, direction, address, at, stored_at, subject, body)
        SELECT ${id}, ${id}, 1, 'in', 'a@client.example', i, i, 'Re: Hello', 'I come.' FROM n`,
    ),
    env.DB.prepare(`${numbers} INSERT INTO application_tags SELECT ${id}, 'tag ' || (i % 7) FROM n`),
  ]);
}

test("pages about applications ask at most four queries of their own, and each finds its rows in an index", async () => {
  const { user } = await makeRecruiter();
  const job = await makeOpening();
  const own = await makeApplication({ name: "Person 7", phone: "0113 496 0007" });
  await makeMany(job.id, user.id);
  await makeManyOpenings(300, Date.now());
  const Cookie = writeCookies(await makeSession(user.id));
  // As if the job had put all of them into the index.
  await env.DB.prepare("UPDATE application_search SET indexed = changes").run();
  const { statements, visit } = watchQueries();
  // The keys that tokens are signed with are read once.
  await visit("/job-applications", { headers: { Cookie } });
  const searches = [
    "",
    "?sort=name",
    "?sort=-days",
    "?sort=stage",
    "?stage=any",
    "?stage=ended",
    "?stage=interview&sort=-days",
  ];
  const filters = [`job=${job.id}`, "job=none", "source=board-a", "assignee=mine", "assignee=nobody", "flag=flagged"];
  filters.push(
    "days=late",
    "files=failed",
    "mail=failed",
    "tag=tag 3",
    "opened=no",
    "mentions=mine&stage=any",
    "received=30",
    "q=person 12",
    "referrer=a.example",
    "interview=today",
    "interview=waiting",
  );
  const paths = [...searches, ...filters.map((filter) => `?${filter}`)].map((search) => `/job-applications${search}`);
  const boards = ["", ...filters.map((filter) => `?${filter}`)].map((search) => `/job-applications/board${search}`);
  const filtered = [`job=${job.id}&way=reached:offer&stage=any`, "from=2026-01-01&to=2026-02-01&way=left:new"];
  paths.push(...filtered.map((query) => `/job-applications?${query}`));
  const pages = ["/job-applications/templates", `/job-applications/${own.id}?write=offer`];
  pages.push(`/job-applications/${own.id}`, `/job-applications/${own.id}?stage=new&sort=-days&job=none`);
  const costs: Record<string, number> = {};
  // Many words, and a path: no more values than D1 takes.
  pages.push(
    `/job-applications/${own.id}?q=a b c d e f g h i j k l m n o p q r s t&way=reached:new&job=none&received=30`,
  );
  const jobs = ["", "?status=open&sort=title", "?team=me", "?q=engineer", `/${job.id}`];
  pages.push(...jobs.map((search) => `/job-management${search}`), "/staff-search?q=person");
  const figures = ["?days=365", `?job=${job.id}`, "?job=none&from=2026-01-01&to=2026-02-01"];
  pages.push(...figures.map((search) => `/job-applications/figures${search}`));
  for (const path of [...paths, ...boards, ...pages, "/talent-admin"]) {
    // A page is drawn of its data, which asks all that it asks.
    const address = isDeep ? path : path.replace(/(?=\?|$)/, ".data");
    // Who opens one first leaves a trace.
    if (pages.includes(path)) await visit(address, { headers: { Cookie } });
    const { response, queries } = await visit(address, { headers: { Cookie } });
    expect(response.status, path).toBe(200);
    expect(queries, path).toBeLessThanOrEqual(around + 4);
    costs[path] = queries;
  }
  const tables = new Set(Object.keys(columns));
  const scans: string[] = [];
  for (const [sql, values] of statements)
    for (const scan of await listScans(sql, values, tables)) scans.push(`${scan}: ${sql.slice(0, 300)}`);
  expect(scans).toEqual([]);
});

test("the number in the navigation, on the hub and on the view are those of the list", async () => {
  const { user, visit } = await makeRecruiter();
  const job = await makeOpening();
  await makeMany(job.id, user.id);
  const { page, views, line } = await openList("?opened=no", visit);
  const { count } = await db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("opened_at", "is", null)
    .executeTakeFirstOrThrow();
  expect(page?.total).toBe(count);
  expect(views.find(({ name }) => name === "Not opened")?.count).toBe(new Intl.NumberFormat("en-GB").format(count));
  expect(line).toContain(`${new Intl.NumberFormat("en-GB").format(count)} that nobody has opened`);
  expect((await openList("?assignee=mine", visit)).page?.total).toBe(many / 50);
});
