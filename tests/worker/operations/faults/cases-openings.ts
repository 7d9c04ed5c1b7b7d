/** What staff change about jobs. */
import { env } from "cloudflare:workers";
import { day } from "#shared/dates/durations.ts";
import { readStages } from "#shared/hiring/hiring-stages.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeOpening, makeWorking } from "../../hiring/openings-make.ts";
import { makeScope } from "../../make-scope.ts";
import { type FaultCase, jsonOfStaff, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
type Fields = Awaited<ReturnType<StaffForm["make"]>>[1];
const scope = () => makeScope();

const jobs = (what: string, make: () => Promise<Fields>, more: More = {}) =>
  ofStaff({
    door: "staff/hiring/openings/openings",
    what,
    as: "HR",
    make: async () => ["/job-management", await make()],
    ...more,
  });

/** The fields of a job's page without script. */
async function writeOpening(
  intent: string,
  begun?: { id: string; version: 0 },
): Promise<[string, Record<string, string>]> {
  const { id, version } = begun ?? (await makeOpening({}, null));
  const { pay, places, ...draft } = makeWorking();
  const texts = ["slug", "requisitionId", "title", "department", "markdown", "workplace", "employment"] as const;
  const fields = Object.fromEntries(texts.map((name) => [name, String(draft[name])]));
  const place = { "places[0].city": places[0]?.city ?? "", "places[0].region": "", "places[0].country": "GB" };
  const paid = { "pay.min": "50000", "pay.max": "60000", "pay.currency": pay?.currency ?? "", "pay.period": "year" };
  const stages = Object.fromEntries(
    readStages(null).flatMap(({ key, name }, at) => [
      [`stages[${at}].key`, key],
      [`stages[${at}].name`, name],
    ]),
  );
  const typed = { summary: "Writes what is run, with care.", openings: "1", closesOn: "", criteria: "" };
  return [
    `/job-management/${id}${begun ? "?new" : ""}`,
    { intent, version: String(version), ...fields, ...typed, ...place, ...paid, ...stages },
  ];
}

const job = (what: string, more: More = {}, make = () => writeOpening(what)) =>
  ofStaff({
    door: "staff/hiring/openings/opening/opening",
    what,
    as: "HR",
    make,
    typed: ["Writes what is run, with care."],
    ...more,
  });

const live = (
  what: string,
  make: (job: { id: OpeningId; version: number }) => Promise<object> | object,
  more: More = {},
  isShown = false,
) =>
  jsonOfStaff({
    door: "staff/hiring/openings/opening/live",
    what,
    as: "HR",
    make: async () => {
      const made = await makeOpening({}, isShown ? Date.now() - 1000 : null);
      return [`/job-management/${made.id}/live`, { intent: what, version: made.version, ...(await make(made)) }];
    },
    ...more,
  });

export const ofOpenings: readonly FaultCase[] = [
  jobs("new", async () => ({ do: "new" })),
  job("save first", { leaves: ["job.created"] }, () => writeOpening("save", { id: newId(), version: 0 })),
  jsonOfStaff({
    door: "staff/hiring/openings/opening/live",
    what: "save first",
    as: "HR",
    make: async () => [`/job-management/${newId()}/live`, { intent: "save", version: 0, draft: makeWorking() }],
    leaves: ["job.created"],
  }),
  jobs("duplicate", async () => ({ do: `duplicate ${(await makeOpening()).id}:2` }), {
    repeats: "a copy more is seen in the list",
  }),
  jobs("extend", async () => ({ do: `extend ${(await makeOpening()).id}:2` }), { leaves: ["job.extended"] }),
  jobs("close", async () => ({ do: `close ${(await makeOpening()).id}:2` }), { leaves: ["job.closed"] }),
  jobs(
    "undo",
    async () => {
      const made = await makeOpening();
      await closeOpening(db, { known: { id: made.id, version: made.version }, actor: null }, scope());
      return { do: "undo", undo: `${made.id}:3:published:${Date.now() - day}:${Date.now() + day}` };
    },
    { leaves: ["job.put_back"] },
  ),
  job("save", { leaves: ["job.saved"] }),
  job("publish", {
    leaves: ["job.published"],
    partly: "it is saved first, and the page says that it is not published yet",
    goesOn: "the page has the version that was saved, which is published from there",
  }),
  live("save", () => ({ draft: makeWorking() }), { leaves: ["job.saved"] }),
  live("publish", () => ({ to: "internal" }), { leaves: ["job.published"] }),
  live("close", () => ({}), { leaves: ["job.closed"] }, true),
  live(
    "put-back",
    async (made) => {
      const { version } = await closeOpening(db, { known: made, actor: null }, scope());
      return { version, status: "published", publishAt: Date.now() - 1000, closesAt: Date.now() + day };
    },
    { leaves: ["job.put_back"] },
    true,
  ),
  live("present", () => ({ tab: "0198f1de-0000-7000-8000-000000000000", typedAgo: null })),
];
