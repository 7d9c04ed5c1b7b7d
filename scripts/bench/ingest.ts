/** Visits as they come in: through the collector, the local queue and its consumer into D1, at a steady rate. */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createRandom } from "../../app/art/random.ts";
import { day } from "../../app/shared/durations.ts";
import { type PlannedVisit, planVisits } from "../traffic/plan-visits.ts";
import { toAnyMessages } from "../traffic/write-messages.ts";
import { ask } from "./ask.ts";
import { computePercentile } from "./statistics.ts";
import { origin, type Side } from "./workerd.ts";

/** Events of one message at most, and how many messages are sent twice: a tracker whose answer was lost. */
const eventsAtOnce = 20;
const twice = 0.2;
const perSecond = 2000;

export interface IngestFigures {
  /** Different events; those of messages that were sent twice come on top. */
  events: number;
  messages: number;
  seconds: number;
  /** Events that were posted in a second, repetitions and all. */
  posted: number;
  /** Answers of the collector: 204 or not, and how long they took in milliseconds. */
  refused: number;
  p50: number;
  p95: number;
  /** Events that were not stored when the last message was answered, and seconds until all were. */
  backlog: number;
  drained: number;
  /** Rows in the end. */
  stored: number;
}

interface Post {
  body: string;
  events: number;
  address: string;
  userAgent: string;
}

/** Posts 2,000 events a second for so long, and waits until all of them are stored. The site's queues have their consumers. */
export async function measureIngest(site: Side, seconds: number): Promise<IngestFigures> {
  const draw = createRandom("ingest");
  const visits = planNow(seconds * perSecond);
  const posts = listPosts(visits, draw);
  const events = visits.reduce((sum, { steps }) => sum + steps.length, 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  let refused = 0;
  const post = async ({ body, address, userAgent }: Post) => {
    const started = performance.now();
    const headers = {
      Origin: origin,
      "Content-Type": "application/json",
      "CF-Connecting-IP": address,
      "User-Agent": userAgent,
    };
    const { status } = await ask(site, { method: "POST", path: "/api/collect", headers, body }, agent);
    times.push(performance.now() - started);
    if (status !== 204) refused += 1;
  };
  const begun = performance.now();
  let posted = 0;
  for (const each of posts) {
    // As many as are due by now, whether or not the ones before were answered.
    const due = (posted / perSecond) * 1000;
    const ahead = due - (performance.now() - begun);
    if (ahead > 2) await wait(ahead);
    answers.push(post(each));
    posted += each.events;
  }
  await Promise.all(answers);
  const took = (performance.now() - begun) / 1000;
  const count = async () =>
    (await site.read<{ count: number }>("select count(*) as count from visit_events"))[0]?.count ?? 0;
  const backlog = events - (await count());
  const drain = performance.now();
  let stored = 0;
  for (let still = 0; still < 60 && stored < events; still += 1) {
    const before = stored;
    await wait(500);
    stored = await count();
    if (stored > before) still = 0;
  }
  const drained = (performance.now() - drain) / 1000;
  agent.destroy();
  // What was delivered again comes last.
  await wait(3000);
  return {
    events,
    messages: posts.length,
    seconds: took,
    posted: posted / took,
    refused,
    p50: computePercentile(times, 0.5),
    p95: computePercentile(times, 0.95),
    backlog,
    drained,
    stored: await count(),
  };
}

/** Visits of the last hours with so many events, less what is sent twice. */
function planNow(events: number): PlannedVisit[] {
  const [to, visits] = [Date.now(), Math.ceil(events / 30)];
  const all = planVisits({ from: to - day / 2, to, visits }, { seed: `ingest ${to}`, busy: 8 });
  let left = events / (1 + twice);
  return all.filter(({ steps }) => {
    const isWanted = left > 0;
    left -= steps.length;
    return isWanted;
  });
}

function listPosts(visits: readonly PlannedVisit[], draw: () => number): Post[] {
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
