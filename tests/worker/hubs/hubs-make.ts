/** A site with work of every kind in states that a seed decides, and the hubs as somebody of the staff uses them. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { day } from "#shared/dates/durations.ts";
import type { Role } from "#shared/permissions.ts";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import { makeMark } from "#tests/draw.ts";
import { loader as loadAccounts } from "#app/staff/accounts/accounts.tsx";
import { loader as loadMessages } from "#app/staff/failed-messages/failed-messages.tsx";
import { action as actOnMarketing, loader as loadMarketing } from "#app/staff/hubs/marketing-admin.tsx";
import { action as actOnTalent, loader as loadTalent } from "#app/staff/hubs/talent-admin.tsx";
import { loader as loadJobs } from "#app/staff/hiring/openings/openings.tsx";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeApplication, makeFile } from "../hiring/application-rows.ts";
import { openList as openApplications } from "../hiring/applications-make.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { openDesk } from "../insights/desk-make.ts";
import { makeArgs, type Visit, visitRoute } from "../visit-staff.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { openEnquiries } from "../enquiries/enquiries-staff-make.ts";
import { makeAuthor, makeCategory, makeInsight } from "../insights/insights-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

type Random = () => number;

/** Numbers from 0 to 1 that `seed` decides. */
export function makeRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const hubs = {
  "/marketing-admin": { load: loadMarketing, act: actOnMarketing },
  "/talent-admin": { load: loadTalent, act: actOnTalent },
} as const;

export type HubPath = keyof typeof hubs;

/** What a hub shows. */
export async function openHub(path: HubPath, visit: Visit) {
  const { args } = makeArgs(path, visit);
  const { data, init } = await hubs[path].load(args as never);
  return { ...data, status: init?.status ?? 200 };
}

/** Posts a form of a hub: what came of it, or the status with which it was refused. */
export async function postToHub(path: HubPath, form: [string, string][], visit: Visit) {
  const { args, scope } = makeArgs(path, visit, { form });
  try {
    const answer = await hubs[path].act(args as never);
    await waitOnExecutionContext(scope.ctx);
    if (answer instanceof Response) throw new Error("The form was answered with a redirect.");
    const { outcome, list } = answer.data as { outcome: ListOutcomeWords; list: string };
    return { status: answer.init?.status ?? 200, outcome, list };
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return { status: (refused as { init: { status: number } }).init.status, outcome: null, list: null };
  }
}

interface ListPage {
  total: number;
  rows: readonly { id: string }[];
}

/** The list at an address, as its own page shows it. */
export async function openListAt(address: string, visit: Visit): Promise<ListPage | null> {
  const { pathname, search } = new URL(address, "https://site.example");
  const open: Record<string, () => Promise<{ page: ListPage | null }>> = {
    "/marketing-admin/inbox": () => openEnquiries(search, visit),
    "/blog-management": () => openDesk(search, visit),
    "/job-applications": () => openApplications(search, visit),
    "/job-management": async () => (await visitRoute(loadJobs, address, visit)) as { page: ListPage },
    "/user-management": async () => (await visitRoute(loadAccounts, address, visit)) as { page: ListPage },
    "/failed-messages": async () => (await visitRoute(loadMessages, address, visit)) as { page: ListPage },
  };
  return (await open[pathname]?.())?.page ?? null;
}

/** `size` things of each kind; half of what can be somebody's is of `reader`. */
export async function makeWork(random: Random, { size, reader }: { size: number; reader: string }) {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const isSo = (share = 0.5) => random() < share;
  const ago = (days: number) => Date.now() - Math.floor(random() * days * day) - 60_000;
  const slug = `work-${makeMark()}`;
  const shared = { categoryId: await makeCategory({ slug, name: slug }), authorIds: [await makeAuthor({ slug })] };
  const jobs: string[] = [];
  for (let at = 0; at < size; at += 1) {
    const enquiry = await makeEnquiry({
      folder: pick(["inbox", "inbox", "spam"]),
      status: pick(["new", "open", "answered", "closed"]),
      owner_id: isSo() ? (reader as never) : null,
      received_at: ago(5),
    });
    if (isSo(0.4)) await makeMail(enquiry.id, pick(["failed", "unconfirmed", "sent"]));

    const post = await makeInsight(shared);
    const appears = Date.now() + Math.floor((random() * 20 - 10) * day);
    const ends = isSo() ? appears + Math.floor(random() * 8 * day) + 1 : null;
    await env.DB.prepare(
      `UPDATE insights SET status = ?, publish_at = ?, unpublish_at = ?, trashed_at = ?, edited_by = ?, cover = ?, cover_alt = ''
        WHERE id = ?`,
    )
      .bind(
        pick(["draft", "published", "published", "archived"]),
        appears,
        ends,
        isSo(0.1) ? Date.now() : null,
        isSo() ? reader : null,
        isSo(0.3) ? '{"motif":"rings"}' : null,
        post.id,
      )
      .run();

    const job = await makeOpening();
    const opens = Date.now() + Math.floor((random() * 80 - 70) * day);
    await env.DB.prepare("UPDATE openings SET status = ?, publish_at = ?, closes_at = ? WHERE id = ?")
      .bind(
        pick(["draft", "published", "published", "internal", "closed"]),
        opens,
        opens + Math.floor((random() * 80 + 1) * day),
        job.id,
      )
      .run();
    if (isSo(0.3))
      await env.DB.prepare(
        "INSERT OR IGNORE INTO opening_drafts (opening_id, content, started_at, saved_at) VALUES (?, '{}', 1, 1)",
      )
        .bind(job.id)
        .run();
    jobs.push(job.id);
    await makeHiring({ random, pick, isSo, ago, reader, jobs });

    const held: Role[] = isSo() ? [] : ["HR"];
    // Only a confirmed account may have a role.
    await makeAccount({
      roles: held,
      status: pick(["active", "active", "disabled"]),
      isVerified: held.length > 0 || isSo(0.8),
    });
    const letter = { queue: "fivewright-mail", message_id: `m${at}-${random()}`, queued_at: 1, received_at: ago(3) };
    await db
      .insertInto("failed_messages")
      .values({ id: newId<FailedMessageId>(), body: isSo() ? "{}" : null, attempts: 3, last_error: "Away", ...letter })
      .execute();
    await env.DB.prepare(
      "INSERT INTO purges (id, tags, due_at, attempts, failed_at, last_error) VALUES (?, ?, 1, ?, ?, 'No')",
    )
      .bind(newId(), '["jobs"]', pick([0, 1, 2, 5]), isSo() ? 1 : null)
      .run();
  }
}

interface Making {
  random: Random;
  pick: <Item>(items: readonly Item[]) => Item;
  isSo: (share?: number) => boolean;
  ago: (days: number) => number;
  reader: string;
  jobs: readonly string[];
}

async function makeHiring({ pick, isSo, ago, reader, jobs }: Making) {
  const stage = pick(["new", "screening", "interview", "rejected", "hired"]);
  const at = ago(60);
  const { id } = await makeApplication({
    name: "Priya Sensitive",
    opening_id: isSo(0.8) ? (pick(jobs) as never) : null,
    stage,
    stage_since: ago(20),
    ended_at: stage === "rejected" || stage === "hired" ? Date.now() : null,
    assignee_id: isSo() ? (reader as never) : null,
    opened_at: isSo() ? at : null,
    flags: isSo(0.3) ? '["Travel?"]' : "[]",
    received_at: at,
  });
  if (isSo(0.4)) await makeMail(id as never, pick(["failed", "sent"]));
  if (isSo(0.4)) {
    const file = await makeFile(id);
    await env.DB.prepare("UPDATE application_texts SET state = ? WHERE file_id = ?")
      .bind(pick(["failed", "done"]), file.id)
      .run();
    if (isSo(0.3))
      await env.DB.prepare("UPDATE application_files SET scan_state = 'failed', scan_attempts = ? WHERE id = ?")
        .bind(pick([1, 3]), file.id)
        .run();
  }
  if (isSo(0.4)) await mention(id, reader, isSo());
  if (isSo(0.6)) await meet(id, { reader, pick, isSo });
  if (stage === "rejected" && isSo())
    await env.DB.prepare("UPDATE applications SET stage = 'withdrawn', sealed_at = 1 WHERE id = ?").bind(id).run();
}

/** An interview of `reader`: booked for today, or with times that wait, are over or suit nobody. */
async function meet(id: ApplicationId, { reader, pick, isSo }: Pick<Making, "reader" | "pick" | "isSo">) {
  const { from, to } = readDayAround(Date.now(), "UTC");
  const interview = newId<InterviewId>();
  const [isBooked, at] = [isSo(), Date.now()];
  await db
    .insertInto("interviews")
    .values({
      id: interview,
      application_id: id,
      kind: "video",
      place: "",
      minutes: 60,
      message: "",
      zone: "UTC",
      state: isBooked ? "booked" : "proposed",
      starts_at: isBooked ? pick([from, to - 1, to]) : null,
      sequence: null,
      answered_at: !isBooked && isSo(0.3) ? at : null,
      proposed_by: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto("interview_people")
    .values({ interview_id: interview, account_id: reader as AccountId })
    .execute();
  if (!isBooked)
    await db
      .insertInto("interview_times")
      .values({ interview_id: interview, starts_at: at + pick([-day, day]) })
      .execute();
}

async function mention(id: ApplicationId, reader: string, isSeen: boolean) {
  const note = newId();
  await env.DB.batch([
    env.DB.prepare("INSERT INTO application_notes VALUES (?, ?, NULL, 1, 'Look')").bind(note, id),
    env.DB.prepare("INSERT INTO application_mentions VALUES (?, ?, ?, ?)").bind(note, reader, id, isSeen ? 1 : null),
  ]);
}

/** The hubs that a role may open. */
export const hubsOf: Record<Role, readonly HubPath[]> = {
  super_admin: ["/marketing-admin", "/talent-admin"],
  marketing_admin: ["/marketing-admin"],
  talent_admin: ["/talent-admin"],
  HR: ["/talent-admin"],
};
