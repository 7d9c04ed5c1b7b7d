/** Limits of the tracker. They are written into its text where they are used, because they come from another file. */

/**
 * The limits of shared/analytics/visit-events.ts, whose schema is too large for browsers. The server refuses events of a visit that
 * began more than 24 hours ago; a visit ends after 23 hours, which leaves an hour to send them.
 */
export const eventsPerVisit = 500;
export const longestVisit = 82_800_000;
export const longestTitle = 200;
/** The server keeps so much of a path, and of what an event says. */
export const longestPath = 256;

/** So many events are below the limit of a message in bytes, and so many messages wait at most. */
export const eventsPerMessage = 20;
export const mostWaiting = 20;

/** Milliseconds: from what happens until it is sent, so that one message carries more; and until an answer is no longer awaited. */
export const sendDelay = 3000;
export const answerLimit = 10_000;

/** Milliseconds after the last input for which somebody is taken to be there. */
export const attention = 30_000;
/** Milliseconds after which what an active visitor does is stored, should the page end without notice. */
export const noteEvery = 60_000;

/** Milliseconds: layout shifts closer than the first belong together, for the second at most. */
export const shiftGap = 1000;
export const longestShift = 5000;
