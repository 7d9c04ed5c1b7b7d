/**
 * The format in which the tracker of a visitor who accepted tells what happened (POST /api/collect). Browsers import only
 * the types; the schema runs in the Worker. Unknown keys are dropped, and every string and list has a limit.
 */
import { z } from "zod";

/** Most events of one visit, and milliseconds after which a visit ends whatever happens in it: a day. */
const eventsPerVisit = 500;
export const longestVisit = 86_400_000;

const wholeNumber = z.int().min(0);

/** Of one document, in milliseconds; `cls` without unit. What the browser does not measure is missing. */
const vitalsSchema = z.object({
  lcp: z.number().min(0).max(600_000).optional(),
  inp: z.number().min(0).max(600_000).optional(),
  cls: z.number().min(0).max(100).optional(),
  fcp: z.number().min(0).max(600_000).optional(),
  ttfb: z.number().min(0).max(600_000).optional(),
});

/** How a page was left, or has been used until now: `seq` is the number of its view. */
const leftSchema = z.object({
  seq: wholeNumber.min(1).max(eventsPerVisit),
  /** Milliseconds from the start of the visit. */
  at: wholeNumber.max(longestVisit),
  /** Milliseconds in which the page was visible and the visitor active. */
  engaged: wholeNumber.max(longestVisit),
  /** Deepest point that was seen, in per cent of the page. */
  scroll: wholeNumber.max(100),
  vitals: vitalsSchema.optional(),
});

const eventSchema = z.object({
  /** Counts from 1 within the visit, views and events alike. */
  seq: wholeNumber.min(1).max(eventsPerVisit),
  /** Milliseconds from the start of the visit. */
  at: wholeNumber.max(longestVisit),
  /** Path of the page; an address is cut to its path. */
  path: z.string().min(1).max(2048),
  /** Of a view: the page's title. */
  title: z.string().max(1024).optional(),
  /** Of a view after the first: the page before it, and how that was left. */
  from: z.string().min(1).max(2048).optional(),
  left: leftSchema.optional(),
  /** Of a named event: its name, what was pressed or sought, and a number such as how much was found. */
  name: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
  data: z.string().max(256).optional(),
  amount: z.int().min(0).max(1_000_000).optional(),
  /** Attributes of what was pressed, as its `dataset` has them: those named `data-event-<name>` are properties of the event. */
  props: z.record(z.string(), z.string().optional()).optional(),
  /** Without a name: no view, but the vitals of a page that no view reports, because it was open in another tab. */
  vitals: vitalsSchema.optional(),
});

const anyMessageSchema = z.object({
  visitor_id: z.string().regex(/^[\w.:-]{1,64}$/),
  /** UUIDv7; its time is the start of the visit. */
  visit_id: z.uuid({ version: "v7" }),
  /** What the visit came with. Every message repeats it, so that each can come first. */
  came: z.object({
    /** Address of the page before the site, or "direct". */
    referrer: z.string().max(2048),
    language: z.string().max(64),
    timezone: z.string().max(64),
    /** Width of the screen in CSS pixels. */
    width: wholeNumber.max(100_000),
    source: z.string().max(256).optional(),
    medium: z.string().max(256).optional(),
    campaign: z.string().max(256).optional(),
    term: z.string().max(256).optional(),
    content: z.string().max(256).optional(),
    /** Names of the address's parameters, without their values: networks mark advertisements by them. Too many count as none. */
    parameters: z.string().max(1024).optional().catch(undefined),
  }),
  /** Views have no `name`. */
  events: z.array(eventSchema).max(100),
  /** How the page was left that is open now, once it was hidden. The next view repeats it. */
  left: leftSchema.optional(),
});

/** A message has an event, or how a page was left. */
export const visitMessageSchema = anyMessageSchema.refine(
  ({ events, left }) => events.length > 0 || left !== undefined,
  { path: ["events"], message: "It tells nothing." },
);

export type VisitMessage = z.infer<typeof visitMessageSchema>;
export type VisitEvent = VisitMessage["events"][number];
export type PageLeft = z.infer<typeof leftSchema>;
export type WebVitals = z.infer<typeof vitalsSchema>;
