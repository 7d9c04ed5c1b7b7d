import { applicationQueues } from "./application-queues.ts";
import { inboxQueues } from "./inbox-queues.ts";
import { jobQueues } from "./job-queues.ts";
import { letterQueues } from "./letter-queues.ts";
import { postQueues } from "./post-queues.ts";
import type { HubSource } from "./queue.ts";
import { userQueues } from "./user-queues.ts";

/**
 * The queues of each hub, in the order of the page. A source is one query, and a hub asks four at most. A new kind of work is a
 * source of its own here; who may not read it gets nothing of it.
 */
export const marketingQueues: readonly HubSource[] = [inboxQueues, postQueues, letterQueues, userQueues];

export const talentQueues: readonly HubSource[] = [applicationQueues, jobQueues, userQueues];
