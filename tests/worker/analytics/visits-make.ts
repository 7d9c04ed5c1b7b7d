/** Visits as the tracker of a visitor who accepted tells of them. */
import { env } from "cloudflare:workers";
import { createRandom } from "#app/art/random.ts";
import { minute } from "#shared/dates/durations.ts";
import type { PageLeft, VisitEvent, VisitMessage } from "#shared/analytics/visit-events.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";

const drawn = createRandom("visits");

/** A UUIDv7 of this instant. */
export function makeVisitId(at: number, draw = drawn): string {
  const time = at.toString(16).padStart(12, "0");
  const digits = Array.from({ length: 20 }, () => Math.floor(draw() * 16).toString(16)).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-a${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}

export function makeVisit(overrides: Partial<VisitMessage> = {}): VisitMessage {
  const came = {
    referrer: "https://www.google.com/search?q=x",
    language: "de-CH",
    timezone: "Europe/Zurich",
    width: 1280,
  };
  return {
    visitor_id: crypto.randomUUID(),
    visit_id: makeVisitId(Date.now() - minute),
    came,
    events: [{ seq: 1, at: 0, path: "/gcc", title: "Global Capability Centers" }],
    ...overrides,
  };
}

const paths = ["/", "/gcc", "/careers", "/contact", "/insights/leaving-a-data-centre"];

/**
 * The messages of one visit, in the order of time: a view costs one; the page is hidden now and then, and at the end.
 * Named events go with the next message.
 */
export function tellVisit(at: number, seed: string): VisitMessage[] {
  const draw = createRandom(seed);
  const visit = makeVisit({ visitor_id: `visitor-${seed}`, visit_id: makeVisitId(at, draw), events: [] });
  const messages: VisitMessage[] = [];
  let [seq, time] = [0, 0];
  let before: { path: string; left: PageLeft } | null = null;
  const views = 1 + Math.floor(draw() ** 1.5 * 7);
  for (let view = 0; view < views; view += 1) {
    const path = paths[Math.floor(draw() * paths.length)] ?? "/";
    const number = (seq += 1);
    const events: VisitEvent[] = [
      { seq, at: time, path, title: `Title of ${path}`, ...(before && { from: before.path, left: before.left }) },
    ];
    if (draw() < 0.3)
      events.push({ seq: (seq += 1), at: time + 900, path, name: "outbound", data: "https://else.example/?a=b" });
    const engaged = Math.floor(draw() * 60_000);
    const vitals = view === 0 ? { lcp: 1200.4, cls: 0.01234, ttfb: 90 } : undefined;
    const scroll = Math.floor(draw() * 100);
    const leave = (share: number): PageLeft => ({
      seq: number,
      at: time + Math.floor(engaged * share),
      engaged: Math.floor(engaged * share),
      scroll,
      ...(vitals && { vitals }),
    });
    messages.push({ ...visit, events });
    if (view === views - 1 || draw() < 0.1) messages.push({ ...visit, left: leave(draw() * 0.9 + 0.1) });
    time += engaged + 1000;
    before = { path, left: leave(1) };
  }
  return messages;
}

/** All that the tables of visits hold, in words, without what depends on when it came. */
export async function readVisits(): Promise<unknown> {
  const word = (column: string) =>
    `(select word.value from dimension_values as word where word.id = stored.${column}) as ${column}`;
  const facts = [
    "source",
    "channel",
    "referrer",
    "campaign",
    "country",
    "region",
    "device",
    "browser",
    "os",
    "language",
  ];
  const reads = [
    `select started_at, visit_no, cast(visitor as text) as visitor, left_seq, left_ms, left_engaged_ms, left_scroll,
      left_vitals, views, events, engaged_ms, length_ms, ${[...facts, "screen", "entry", "exit"].map(word).join()}
      from visits as stored order by 1, 2`,
    `select started_at, visit_no, seq, at_ms, kind, amount, engaged_ms, scroll, vitals,
      ${["path", "name", "value", "from_path", "properties"].map(word).join()} from visit_events as stored order by 1, 2, 3`,
    "select dimension, value, label from dimension_values order by 1, 2",
    "select cast(visitor as text) as visitor from visitors order by 1",
    "select hour from stale_hours",
  ];
  return Promise.all(reads.map(async (read) => (await env.DB.prepare(read).all()).results));
}

/** Collects the messages that the queue gets. */
export function openQueue() {
  const sent: VisitorMessage[] = [];
  const send = async (message: unknown) => void sent.push(message as VisitorMessage);
  return { sent, queue: { send } as unknown as NonNullable<Env["VISITOR_QUEUE"]> };
}

/** Shuffles by a given random. */
export function shuffle<Item>(items: readonly Item[], draw: () => number): Item[] {
  const placed = items.map((item) => ({ item, place: draw() }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
}
