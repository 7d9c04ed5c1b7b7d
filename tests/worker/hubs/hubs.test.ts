/** The hubs as queues of work: their numbers, who sees which, what their keys do, and what they ask of D1. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { day } from "#shared/dates/durations.ts";
import { may, type Role, roles } from "#shared/permissions.ts";
import { countWaiting } from "#app/staff/count-waiting.ts";
import type { QueueView } from "#app/staff/hubs/queues/queue.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { makeApplication, makeFile } from "../hiring/application-rows.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { hubsOf, makeRandom, makeWork, openHub, openListAt, postToHub } from "./hubs-make.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import type { Visit } from "../visit-staff.ts";
import { openDesk } from "../insights/desk-make.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { listScans, watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);

muteConsole("error");

async function makeVisit(...held: Role[]): Promise<Visit & { user: string }> {
  const { id } = await makeAccount({ roles: held, name: "Ines Moreau" });
  return { user: id, roles: held };
}

/** The queue of `key`; fails where the hub has none. */
function find(queues: readonly QueueView[] | null, key: string): QueueView {
  const queue = queues?.find((each) => each.key === key);
  if (!queue) throw new Error(`no queue ${key}`);
  return queue;
}

/** The queue behind each number of the navigation. */
const badges: Record<string, string> = {
  "/marketing-admin/inbox": "new",
  "/failed-messages": "letters",
  "/job-applications": "unopened",
};

test("for every queue and every role, hub, list and navigation tell the same number, and the list begins with the same items", async () => {
  const { user: reader } = await makeVisit(...roles);
  for (let round = 0; round < Math.ceil(countRuns(1000) / 100); round += 1) {
    await makeWork(makeRandom(round + 1), { size: 6, reader });
    for (const role of roles) {
      const visit = { user: reader, roles: [role] };
      const waiting = await countWaiting([role], makeWholeScope());
      for (const hub of hubsOf[role]) {
        const { queues, status } = await openHub(hub, visit);
        expect([status, queues?.length]).toEqual([200, expect.any(Number)]);
        for (const { key, to, count, items } of queues ?? []) {
          const where = `${role} ${hub} ${key} ${to}`;
          if (key === "purges") {
            expect(count, where).toBe((await openDesk("", visit)).purges?.count ?? 0);
            continue;
          }
          const list = await openListAt(to, visit);
          expect(count, where).toBe(list?.total);
          expect(
            items.map(({ id }) => id),
            where,
          ).toEqual(list?.rows.slice(0, 5).map(({ id }) => id));
        }
        for (const [path, key] of Object.entries(badges)) {
          const queue = queues?.find((each) => each.key === key);
          if (queue) expect(queue.count, `${role} ${path}`).toBe(waiting[path] ?? 0);
        }
        const names = JSON.stringify(queues).includes("Priya Sensitive");
        expect(names, role).toBe(may([role], "applications.read") && hub === "/talent-admin");
        expect(queues?.some(({ source }) => source === "users")).toBe(may([role], "accounts.read"));
      }
    }
  }
});

test("each hub asks four queries at most, each on an index", async () => {
  const visit = await makeVisit("super_admin");
  await makeWork(makeRandom(7), { size: 2, reader: visit.user });
  const Cookie = writeCookies(await makeSession(visit.user as AccountId));
  const { statements, visit: ask } = watchQueries();
  await ask("/account", { headers: { Cookie } });
  const around = (await ask("/account", { headers: { Cookie } })).queries;
  for (const path of ["/marketing-admin", "/talent-admin"]) {
    const { queries, response } = await ask(path, { headers: { Cookie } });
    expect([path, response.status]).toEqual([path, 200]);
    expect(queries, path).toBeLessThanOrEqual(around + 4);
  }
  const tables = new Set(Object.keys(columns));
  const scans: string[] = [];
  for (const [sql, values] of statements)
    for (const scan of await listScans(sql, values, tables)) scans.push(`${scan}: ${sql.slice(0, 300)}`);
  expect(scans).toEqual([]);
});

test("the actions of a queue are those of its list, with its undo", async () => {
  const visit = await makeVisit("super_admin");
  const act = async (hub: "/marketing-admin" | "/talent-admin", queue: string, keys: string) => {
    const { source, items } = find((await openHub(hub, visit)).queues, queue);
    const action = items[0]?.actions.find((each) => each.keys === keys);
    const done = await postToHub(
      hub,
      [
        ["list", source],
        ["do", action?.value ?? ""],
      ],
      visit,
    );
    expect(done, `${queue} ${keys}`).toMatchObject({ status: 200, list: source, outcome: { refused: [] } });
    const left = find((await openHub(hub, visit)).queues, queue).count;
    const undo = done.outcome?.undo ?? [];
    if (undo.length === 0) return { left, back: null };
    const form: [string, string][] = [
      ["list", source],
      ["do", "undo"],
      ...undo.map((each): [string, string] => ["undo", each]),
    ];
    expect((await postToHub(hub, form, visit)).status).toBe(200);
    return { left, back: find((await openHub(hub, visit)).queues, queue).count };
  };
  const gone = { left: 0, back: 1 };

  const enquiry = await makeEnquiry({ received_at: Date.now() - 3 * day });
  expect(await act("/marketing-admin", "unassigned", "a")).toEqual(gone);
  expect(await act("/marketing-admin", "overdue", "a")).toEqual({ left: 1, back: 1 });
  await makeMail(enquiry.id, "failed");
  expect(await act("/marketing-admin", "unmailed", "r")).toEqual({ left: 0, back: null });
  const job = await makeOpening({ closesAt: Date.now() + 3 * day });
  expect(await act("/talent-admin", "closing", "e")).toEqual(gone);
  expect(await act("/talent-admin", "closing", "c")).toEqual(gone);
  const { id } = await makeApplication({ opening_id: job.id });
  expect(await act("/talent-admin", "unassigned", "a")).toEqual(gone);
  const file = await makeFile(id);
  await env.DB.prepare("UPDATE application_texts SET state = 'failed' WHERE file_id = ?").bind(file.id).run();
  expect(await act("/talent-admin", "files", "r")).toEqual({ left: 0, back: null });
  const actions = await db.selectFrom("audit_log").select("action").distinct().execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "enquiry.changed",
      "mail.sent_again",
      "job.extended",
      "job.closed",
      "application.assigned",
    ]),
  );
});

test("a form about a list is refused to who may not change it there, and on the other hub", async () => {
  const { id } = await makeApplication();
  const talent = await makeVisit("talent_admin");
  const assign = (list: string): [string, string][] => [
    ["list", list],
    ["do", `assign:nobody ${id}:1`],
  ];
  expect((await postToHub("/talent-admin", assign("applications"), talent)).status).toBe(403);
  expect((await postToHub("/talent-admin", assign("inbox"), talent)).status).toBe(400);
  expect((await postToHub("/marketing-admin", assign("applications"), await makeVisit("super_admin"))).status).toBe(
    400,
  );
  expect((await postToHub("/talent-admin", [["do", "undo"]], talent)).status).toBe(400);
});

test("while D1 is away a hub says so with 503, and an action tells that nothing was done", async () => {
  const visit = await makeVisit("super_admin");
  const { id } = await makeApplication();
  const away = { DB: { prepare: fail, batch: fail, withSession: fail } as unknown as D1Database };
  expect(await openHub("/talent-admin", { ...visit, env: away })).toMatchObject({ status: 503, queues: null });
  const form: [string, string][] = [
    ["list", "applications"],
    ["do", `assign:${visit.user} ${id}:1`],
  ];
  const { status, outcome } = await postToHub("/talent-admin", form, { ...visit, env: away });
  expect([status, outcome?.done]).toEqual([503, null]);
});

function fail(): never {
  throw new Error("D1_ERROR: network connection lost");
}
