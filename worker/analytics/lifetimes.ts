/**
 * How long messages may travel, and how long the data stays that depends on it. The text of the privacy
 * policy names two of these times: app/content/pages/privacy-policy.ts.
 */

import { day } from "#shared/dates/durations.ts";

/** The clock of a device may be a day ahead or behind; and what a record tells of may be a day old. */
export const clockTolerance = day;

/**
 * No message is stored later than this after its record was received. Queues keeps a message for fourteen days at most;
 * somebody may send it again from the failed messages within as many more.
 */
export const longestDelay = 28 * day;

/**
 * How long an erased number is refused. The device makes no records any more when it asks for the erasure, and a request that
 * comes again begins this time anew. From then on its records, and copies of them, are received for two days at most (their time may be a day ahead, and may be a day old
 * when they come) and stored `longestDelay` later at the latest. One more day is for clocks of servers that differ.
 */
export const tombstoneLife = longestDelay + 2 * clockTolerance + day;

/** Page views that one network may bring on one UTC day: a large office stays below, a script does not. */
export const viewsPerNetwork = 2000;
