/** The current time in epoch milliseconds. All code asks here, so that tests can move time. */
export function now(): number {
  return Date.now();
}

/** The current time in whole epoch seconds, as JWTs use it. */
export function nowInSeconds(): number {
  return Math.floor(now() / 1000);
}
