import { z } from "zod";

const device = z.enum(["desktop", "tablet", "mobile", "other"]);
const instant = z.int();

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

/**
 * The messages from the endpoint to the consumer. A rejection has been reduced to its coarse fields before it gets
 * here, so neither the queue nor its dead letters ever contain more.
 */
export const messageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rejected"), choice: choiceSchema }),
  z.object({
    kind: z.literal("accepted"),
    choice: choiceSchema,
    visitor: visitorSchema,
    views: z.array(viewSchema),
    /** The client's network as a keyed hash for one day. Older records have none. */
    source: z.string().optional(),
  }),
  z.object({
    kind: z.literal("dropped"),
    drop_id: z.string(),
    dropped_at: instant,
    reason: z.enum(["bot", "clock", "invalid", "excess"]),
  }),
  z.object({ kind: z.literal("erasure"), visitor_id: z.string(), erased_at: instant }),
]);

export type VisitorMessage = z.infer<typeof messageSchema>;
export type AcceptedMessage = Extract<VisitorMessage, { kind: "accepted" }>;
export type Choice = z.infer<typeof choiceSchema>;
