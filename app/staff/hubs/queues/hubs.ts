import { applicationQueues } from "./application-queues.ts";
import { enquiryQueues } from "./enquiry-queues.ts";
import { openingQueues } from "./opening-queues.ts";
import { messageQueues } from "./message-queues.ts";
import { insightQueues } from "./insight-queues.ts";
import type { HubSource } from "./queue.ts";
import { accountQueues } from "./account-queues.ts";

/**
 * The queues of each hub, in the order of the page. A source is one query, and a hub asks four at most. A new kind of work is a
 * source of its own here; who may not read it gets nothing of it.
 */
export const marketingQueues: readonly HubSource[] = [enquiryQueues, insightQueues, messageQueues, accountQueues];

export const talentQueues: readonly HubSource[] = [applicationQueues, openingQueues, accountQueues];
