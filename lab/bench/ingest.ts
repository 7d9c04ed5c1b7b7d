/** Visits as they come in: through the collector, the local queue and its consumer into D1, at a steady rate. */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createRandom } from "../../app/art/random.ts";
import { day } from "../../shared/dates/durations.ts";
import { type PlannedVisit, planVisits } from "../../scripts/seed/traffic/plan-visits.ts";
import { toAnyMessages } from "../../scripts/seed/traffic/write-messages.ts";
import { ask } from "./ask.ts";
import { readCpu } from "./processes.ts";
import { computePercentile } from "./statistics.ts";
import { origin, type Side } from "./workerd.ts";

/** Events that are posted in a second. */
export const ingestRate = 2000;
/** Events of one message at most: four on average, some of them after a while without network. */
const eventsAtOnce = 6;
/** Share of the messages that are sent twice: a tracker whose answer was lost. */
const twice = 0.05;
const connections = 32;

export interface IngestFigures {
  /** Different events; those of messages that were sent twice come on top. */
  events: number;
  /** Messages, and events in them, with what is sent twice. */
  messages: number;
  posted: number;
  /** Until the last message was answered. */
  seconds: number;
  /** Events in messages that were answered with 204; how long an answer took, in milliseconds. */
  accepted: number;
  p50: number;
  p95: number;
  /** Events that were not stored when the last message was answered, and seconds until all were. */
  backlog: number;
  drained: number;
  /** Events that are stored in the end, and those of them that are none of the planned ones, or are stored otherwise. */
  stored: number;
  different: number;
  /** Seconds for which a processor worked for workerd. */
  cpu: number;
}

interface Post {
  body: string;
  events: number;
  address: string;
  userAgent: string;
}

/**
 * Posts `ingestRate` events a second for so long, and waits until all are stored. The site's queues have their consumers,
 * and its database holds no visits.
 */
export async function measureIngest(site: Side, seconds: number): Promise<IngestFigures> {
  const visits = planNow(seconds * ingestRate);
  const posts = listInsights(visits);
  const events = visits.reduce((sum, { steps }) => sum + steps.length, 0);
  const cpu = readCpu(site.pid);
  const sent = await sendAll(site, posts);
  const backlog = events - (await countStored(site));
  const drain = performance.now();
  let [stored, seen] = [events - backlog, drain];
  while (stored < events && performance.now() - seen < 30_000) {
    await wait(250);
    const now = await countStored(site);
    if (now > stored) [stored, seen] = [now, performance.now()];
  }
  const drained = stored < events ? Infinity : (seen - drain) / 1000;
  const used = (readCpu(site.pid) - cpu) / 1000;
  // What was delivered twice comes last.
  await wait(3000);
  return {
    events,
    messages: posts.length,
    posted: posts.reduce((sum, post) => sum + post.events, 0),
    ...sent,
    backlog,
    drained,
    stored: await countStored(site),
    different: await countDifferent(site, visits),
    cpu: used,
  };
}

/** As many as are due by now are sent, whether or not the ones before were answered. */
async function sendAll(site: Side, posts: readonly Post[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let accepted = 0;
  const post = async ({ body, events, address, userAgent }: Post) => {
    const started = performance.now();
    const type = "application/json";
    const headers = { Origin: origin, "Content-Type": type, "CF-Connecting-IP": address, "User-Agent": userAgent };
    const { status } = await ask(site, { method: "POST", path: "/api/collect", headers, body }, agent);
    times.push(performance.now() - started);
    if (status === 204) accepted += events;
  };
  const answers: Promise<void>[] = [];
  const begun = performance.now();
  let posted = 0;
  for (const each of posts) {
    const early = (posted / ingestRate) * 1000 - (performance.now() - begun);
    if (early > 2) await wait(early);
    answers.push(post(each));
    posted += each.events;
  }
  await Promise.all(answers);
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { seconds, accepted, p50: computePercentile(times, 0.5), p95: computePercentile(times, 0.95) };
}

async function countStored(site: Side): Promise<number> {
  const [row] = await site.read<{ count: number }>("select count(*) as count from visit_events");
  return row?.count ?? 0;
}

/** The key of an event forbids two of them: what is compared is what each visit holds. */
async function countDifferent(site: Side, visits: readonly PlannedVisit[]): Promise<number> {
  const write = (at: number, steps: readonly { seq: number; at: number }[]) =>
    [at, ...steps.flatMap((step) => [step.seq, step.at])].join();
  const wanted = new Set(
    visits.map(({ at, steps }) =>
      write(
        at,
        steps.map((step, index) => ({ seq: index + 1, at: step.at })),
      ),
    ),
  );
  const rows = await site.read<{ started_at: number; steps: string }>(
    `select started_at, json_group_array(json_object('seq', seq, 'at', at_ms) order by seq) as steps
    from visit_events group by started_at, visit_no`,
  );
  const steps = rows.map((row) => ({
    at: row.started_at,
    all: JSON.parse(row.steps) as { seq: number; at: number }[],
  }));
  return steps.reduce((sum, { at, all }) => (wanted.has(write(at, all)) ? sum : sum + all.length), 0);
}

/** Visits of the last hours with so many events, less what is sent twice. */
function planNow(events: number): PlannedVisit[] {
  const to = Date.now();
  const all = planVisits({ from: to - day / 2, to, visits: Math.ceil(events / 5) }, { seed: `ingest-${to}`, busy: 4 });
  let left = events / (1 + twice);
  return all.filter(({ steps }) => {
    const isWanted = left > 0;
    left -= steps.length;
    return isWanted;
  });
}

/** In any order. Each visit has an address of its own, because an address may send 120 messages a minute. */
function listInsights(visits: readonly PlannedVisit[]): Post[] {
  const draw = createRandom("ingest");
  const posts = visits.flatMap((visit, index) => {
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    return toAnyMessages(visit, draw, eventsAtOnce).map(({ message, userAgent }): Post => ({
      body: JSON.stringify(message),
      events: message.events.length,
      address,
      userAgent,
    }));
  });
  return posts
    .flatMap((each) => (draw() < twice ? [each, each] : [each]))
    .map((each) => ({ each, place: draw() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each);
}
