/** Made-up visits, the same at each call: what visitors do on a day, and how much comes on which day of a year. */
import { createRandom } from "../../../app/art/random.ts";
import { day, hour, minute, second } from "../../../shared/dates/durations.ts";
import type { WebVitals } from "../../../shared/analytics/visit-events.ts";
import { listDays } from "../../../shared/dates/zoned-buckets.ts";
import type { Goal } from "../../../worker/analytics/figures/types.ts";
import {
  type Arrival,
  arrivals,
  campaignArrivals,
  clients,
  type Deed,
  deeds,
  missingPages,
  origins,
  pages,
} from "./world.ts";

/** What happened in a visit under its number, which is its place in the list, from 1 on. */
export interface Step {
  /** Milliseconds since the visit began. */
  at: number;
  /** "" for a view. */
  name: string;
  path: string;
  title: string;
  data: string;
  value: string;
  amount?: number;
  /** Attributes of what was pressed, and the properties that they are. */
  props?: Record<string, string>;
  properties?: readonly string[];
  /** Of a view: how its page was left in the end. */
  left?: { at: number; engaged: number; scroll: number; vitals?: WebVitals };
}

export interface PlannedVisit {
  at: number;
  /** UUIDv7. */
  id: string;
  visitorId: string;
  /** The visitor accepted as this visit began. */
  isFirst: boolean;
  arrival: Arrival;
  origin: (typeof origins)[number];
  client: (typeof clients)[number];
  steps: readonly Step[];
  /** Forms that were sent in it and came with its number: only where a test sends them. */
  forms?: readonly Goal[];
}

/** A whole day of the site's zone, how many visits begin on it, and how many who came rejected. */
export interface PlannedDay {
  from: number;
  to: number;
  visits: number;
}

/** What a visit has on average: `planDays` reckons with it. */
const viewsPerVisit = 2.47;

/** How many visits each day has for `views` in all: fewer at weekends, more while a campaign runs, and more every month. */
export function planDays({
  from,
  to,
  views,
  zone,
}: {
  from: number;
  to: number;
  views: number;
  zone: string;
}): PlannedDay[] {
  const days = listDays({ from, to }, zone);
  const weights = days.map(({ from: start }, index) => {
    const number = Math.floor((start + 12 * hour) / day);
    return (isWeekend(number) ? 0.35 : 1) * (isCampaign(number) ? 1.5 : 1) * (0.7 + (0.6 * index) / days.length);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return days.map(({ from: start, to: end }, index) => ({
    from: start,
    to: end,
    visits: Math.round(((views / viewsPerVisit) * (weights[index] ?? 0)) / sum),
  }));
}

interface Manner {
  seed: string;
  /** How many times as many views a visit has that goes on after the first one: 1 is as in life. */
  busy?: number;
}

/**
 * The visits that begin on a day. They do not depend on other days, but one in three visitors has been here before.
 * Another seed gives other visits of other visitors, whose ids begin with it.
 */
export function planVisits({ from, to, visits }: PlannedDay, { seed, busy = 1 }: Manner): PlannedVisit[] {
  const number = Math.floor((from + 12 * hour) / day);
  const draw = createRandom(`${seed} ${number}`);
  return Array.from({ length: visits }, (_, index) => {
    const isFirst = draw() < 0.66;
    // Somebody of the last days; the earlier visitors of a day come back more often.
    const [ago, who] = isFirst ? [0, index] : [1 + Math.floor(draw() ** 2 * 30), Math.floor(draw() ** 2 * visits)];
    const visitorId = `${seed}-${number - ago}-${who}`;
    const known = createRandom(visitorId);
    const origin = pick(origins, known());
    const client = pick(clients, known());
    const wanted = Math.floor(from + spreadHour(draw, origin.later) * (to - from));
    const isOfCampaign = isCampaign(number) && draw() < 0.3;
    const arrival = isOfCampaign ? pick(campaignArrivals, draw()) : pick(arrivals, draw());
    return {
      at: wanted,
      id: writeVisitId(wanted, draw),
      visitorId,
      isFirst,
      arrival,
      origin,
      client,
      steps: planSteps(draw, client.device, busy),
    };
  });
}

/** Where in the day a visit begins, from 0 to below 1: mostly in office hours of where the visitor is. */
function spreadHour(draw: () => number, later: number): number {
  const at = draw() < 0.15 ? draw() * 24 : 8 + ((draw() + draw() + draw()) / 3) * 12;
  return ((((at + later) % 24) + 24) % 24) / 24;
}

function planSteps(draw: () => number, device: string, busy: number): Step[] {
  const views = draw() < 0.45 ? 1 : (2 + Math.floor(draw() ** 2 * 7)) * busy;
  const steps: Step[] = [];
  let at = 0;
  for (let view = 0; view < views; view += 1) {
    const isMissing = draw() < 0.01;
    const page = isMissing ? pick(missingPages, draw()) : pick(pages, draw());
    const engaged = Math.round((1 + draw() ** 2 * (view === 0 ? 60 : 120)) * second);
    const begun = at;
    const note = (name: string, data: string, value: string, more: Partial<Deed> = {}) => {
      at += Math.round((0.5 + draw() * 3) * second);
      steps.push({ at, ...page, ...more, name, data, value });
    };
    const place = steps.length;
    if (isMissing) note("missing", "direct", "direct");
    for (let deed = draw() < 0.25 ? 1 + Math.floor(draw() ** 3 * 3) : 0; deed > 0; deed -= 1) {
      const { name, data, value, ...more } = pick(deeds, draw());
      note(name, data, value, more);
    }
    if (page.path === "/contact" && draw() < 0.5) {
      note("form-start", "contact", "contact");
      if (draw() < 0.4) note("form-sent", "contact", "contact");
    }
    at = Math.max(at, begun + engaged) + Math.round(draw() ** 4 * 4 * minute);
    const left = {
      at,
      engaged,
      scroll: Math.floor(draw() * 101),
      ...(view === 0 && { vitals: drawVitals(draw, device) }),
    };
    steps.splice(place, 0, { at: begun, name: "", ...page, data: "", value: "", left });
    at += 1;
  }
  return steps;
}

function drawVitals(draw: () => number, device: string): WebVitals {
  const slow = device === "mobile" ? 1.8 : 1;
  const ttfb = Math.round((40 + draw() ** 3 * 600) * slow);
  const fcp = ttfb + Math.round((150 + draw() ** 2 * 900) * slow);
  const lcp = fcp + Math.round(draw() ** 2 * 1500 * slow);
  const inp = draw() < 0.8 ? { inp: Math.round((16 + draw() ** 4 * 400) * slow) } : {};
  // In the order of the schema, which is that of the stored JSON.
  return { lcp, ...inp, cls: Math.round(draw() ** 6 * 300) / 1000, fcp, ttfb };
}

/** Entries that come first are picked more often. */
function pick<Item>(items: readonly Item[], fraction: number): Item {
  return items[Math.floor(fraction ** 1.7 * items.length)] as Item;
}

function isWeekend(number: number): boolean {
  return number % 7 === 2 || number % 7 === 3;
}

/** Two weeks of every six. */
function isCampaign(number: number): boolean {
  return Math.floor(number / 14) % 3 === 0;
}

function writeVisitId(at: number, draw: () => number): string {
  const hex = (digits: number) =>
    Math.floor(draw() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${"89ab"[Math.floor(draw() * 4)]}${hex(3)}-${hex(6)}${hex(6)}`;
}
