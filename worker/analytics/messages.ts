import { z } from "zod";

const device = z.enum(["desktop", "tablet", "mobile", "other"]);
const instant = z.int();
/** Of 63 bits, in decimals. */
const wholeNumber = z.string().regex(/^\d{1,19}$/);

/** What is known of a visit from its start: columns of `visits`, and dimensions under which the words are stored. */
export const visitFacts = [
  "source",
  "channel",
  "referrer",
  "campaign",
  "medium",
  "term",
  "content",
  "country",
  "region",
  "device",
  "browser",
  "os",
  "language",
  "screen",
] as const;

const choiceSchema = z.object({
  choice_id: z.string(),
  status: z.enum(["accepted", "rejected"]),
  chosen_at: instant,
  received_at: instant,
  banner_version: z.string().nullable(),
  banner_hash: z.string().nullable(),
  gpc: z.literal([0, 1]),
  country: z.string().nullable(),
  device,
  browser: z.string(),
  language: z.string().nullable(),
  referrer_host: z.string().nullable(),
});

const visitorSchema = z.object({
  visitor_id: z.string(),
  first_visit: instant,
  user_agent: z.string(),
  referrer: z.string(),
  language: z.string(),
  timezone: z.string(),
});

const viewSchema = z.object({ viewed_at: instant, path: z.string(), title: z.string() });

const leftSchema = z.object({
  seq: instant,
  at: instant,
  engaged: instant,
  scroll: instant,
  /** JSON. */
  vitals: z.string().nullable(),
});

const eventSchema = z.object({
  seq: instant,
  at: instant,
  path: z.string(),
  /** Of a view: the page's title. */
  label: z.string().nullable(),
  /** Of a view after the first: the page before it, and how that was left; otherwise "" and nulls. */
  from: z.string(),
  left: leftSchema.nullable(),
  /** Of a named event; "" for a view, and for vitals of the page `from` that no view reports. */
  name: z.string(),
  measures: z.literal(true).optional(),
  value: z.string(),
  amount: instant.nullable(),
  /** Of a named event; see event-properties.ts. */
  properties: z.array(z.string()),
});

const visitSchema = z.object({
  started_at: instant,
  visit_no: instant,
  network: wholeNumber.nullable(),
  /** Where it came from, and with what; "" for none. */
  facts: z.record(z.enum(visitFacts), z.string()),
  events: z.array(eventSchema),
  left: leftSchema.nullable(),
});

/**
 * The messages from the endpoint to the consumer. A rejection has been reduced to its coarse fields before it gets
 * here, so neither the queue nor its failed messages ever contain more.
 */
export const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rejected"), choice: choiceSchema }),
  z.object({
    kind: z.literal("accepted"),
    choice: choiceSchema,
    visitor: visitorSchema,
    views: z.array(viewSchema),
    /** The client's network, hashed for one day (63 bits in decimals). */
    network: wholeNumber.nullable(),
  }),
  z.object({
    kind: z.literal("dropped"),
    drop_id: z.string(),
    dropped_at: instant,
    reason: z.enum(["bot", "clock", "invalid", "excess", "automated"]),
  }),
  visitSchema.extend({ kind: z.literal("visit"), visitor_id: z.string(), received_at: instant }),
  /** A file that was handed out, in a quarter of an hour; the number tells a replay from another. */
  z.object({ kind: z.literal("download"), at: instant, id: instant }),
  z.object({ kind: z.literal("erasure"), visitor_id: z.string(), erased_at: instant }),
]);

export type VisitorMessage = z.infer<typeof messageSchema>;
/** A part of a visit, or all of it. */
export type VisitPart = z.infer<typeof visitSchema>;
export type VisitFacts = VisitPart["facts"];
export type PreparedEvent = VisitPart["events"][number];
export type PreparedLeft = NonNullable<VisitPart["left"]>;
export type AcceptedMessage = Extract<VisitorMessage, { kind: "accepted" }>;
export type Choice = z.infer<typeof choiceSchema>;
