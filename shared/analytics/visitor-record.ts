/**
 * The format in which a visitor's choice is sent, and the data on the device. Browsers import only the types; the
 * schema runs in the Worker. Unknown keys are dropped, and every string and list has a limit.
 */
import { z } from "zod";
import type { UserEventName } from "#shared/analytics/user-events.ts";

/** One page on this site; `url` may be absolute, only its path is stored. `timestamp` is ISO 8601. */
const pageViewSchema = z.object({
  url: z.string().min(1).max(2048),
  timestamp: z.iso.datetime({ offset: true }),
  title: z.string().max(1024),
});

/**
 * The record that is sent on a choice, and again with every page view of a visitor who accepted. The first eight fields
 * are from the specification. The last four are our own and optional, so that a client may send only those of the
 * specification.
 */
export const visitorRecordSchema = z.object({
  visitor_id: z.string().regex(/^[\w.:-]{1,64}$/),
  consent_status: z.enum(["accepted", "rejected"]),
  first_visit: z.iso.datetime({ offset: true }),
  user_agent: z.string().max(1024),
  /** An address, or "direct". */
  referrer: z.string().max(2048),
  language: z.string().max(64),
  timezone: z.string().max(64),
  page_views: z.array(pageViewSchema).max(100),
  /** Id of this choice. Without it the Worker derives an id that is the same for every replay. */
  choice_id: z.uuid().optional(),
  chosen_at: z.iso.datetime({ offset: true }).optional(),
  banner_version: z
    .string()
    .regex(/^[\w.-]{1,32}$/)
    .optional(),
  /** The visit whose views are sent to POST /api/collect (shared/analytics/visit-events.ts): those of this record are not counted. */
  visit_id: z.uuid({ version: "v7" }).optional(),
});

export const erasureSchema = z.object({ visitor_id: visitorRecordSchema.shape.visitor_id });

export type PageView = z.infer<typeof pageViewSchema>;
export type VisitorRecord = z.infer<typeof visitorRecordSchema>;

/** Under `visitor-data`; `visitId` is a random UUID. */
export interface VisitorData {
  visitId: string;
  firstVisit: string;
  userAgent: string;
  referrer: string;
  language: string;
  timezone: string;
}

/** Under `session-data`. */
export interface SessionData {
  lastActivity: string;
  pageCount: number;
}

/** Under `user-events`. */
export interface UserEvent {
  name: UserEventName;
  data: string;
  timestamp: string;
  url: string;
}
