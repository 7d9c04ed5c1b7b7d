/** The present in epoch milliseconds. Everything asks here, so that a test can move time. */
export function now(): number {
  return Date.now();
}

/** The present in whole epoch seconds, as JWTs count. */
export function nowInSeconds(): number {
  return Math.floor(now() / 1000);
}
