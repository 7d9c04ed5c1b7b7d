import type { Generated } from "kysely";
import type { Branded, ColumnsOf } from "./columns.ts";

export type FailedMessageId = Branded<"failed message">;

interface FailedMessagesTable {
  id: FailedMessageId;
  /** The queue it was in, not the one of the failed messages. */
  queue: string;
  message_id: string;
  /** JSON; null where it was too long to keep. */
  body: string | null;
  queued_at: number;
  received_at: number;
  /** Null where the platform gave it up, which does not say. */
  attempts: number | null;
  last_error: string | null;
  /** While somebody sends it again: since when. */
  claimed_at: number | null;
  /** 1 for those of the local seed. */
  is_demo: Generated<0 | 1>;
}

export interface FailedMessagesTables {
  failed_messages: FailedMessagesTable;
}

export const failedMessagesColumns = {
  failed_messages: [
    "id",
    "queue",
    "message_id",
    "body",
    "queued_at",
    "received_at",
    "attempts",
    "last_error",
    "claimed_at",
    "is_demo",
  ],
} as const satisfies ColumnsOf<FailedMessagesTables>;
