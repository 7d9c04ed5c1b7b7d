import { z } from "zod";
import { openDb } from "#worker/db/client.ts";
import { endPresence, type OpenPage, reportPresence } from "#worker/insights/presence.ts";
import { now } from "#worker/lib/clock.ts";

const tab = z.uuid();

/** What the page of an article or a job says of itself while it is open. */
export const presenceChanges = [
  /** `typedAgo`: milliseconds since the last key; clocks differ, spans do not. */
  z.object({
    intent: z.literal("present"),
    tab,
    typedAgo: z.number().min(0).nullable(),
    openFor: z.number().min(0).default(0),
  }),
  z.object({ intent: z.literal("absent"), tab }),
] as const;

export type PresenceChange = z.infer<(typeof presenceChanges)[number]>;

/** Who else has it open; nothing to a page that goes. */
export async function answerPresence(
  { DB }: Pick<Env, "DB">,
  change: PresenceChange,
  page: Omit<OpenPage, "tab">,
): Promise<Response> {
  const open = { ...page, tab: change.tab };
  if (change.intent === "absent") {
    await endPresence(openDb(DB), open);
    return new Response(null, { status: 204 });
  }
  const at = now();
  const typedAt = change.typedAgo === null ? null : Math.round(at - change.typedAgo);
  return Response.json(await reportPresence(openDb(DB), { ...open, typedAt, at, openFor: change.openFor }));
}
