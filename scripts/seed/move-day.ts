/** The day for which the dates of the demo content are right. */
const writtenOn = Date.parse("2026-11-20");
const dayLength = 86_400_000;

/** `date` (ISO 8601) in epoch milliseconds, moved by as many days as have passed since it was written: what is open stays open. */
export function moveDay(date: string): number {
  const passed = Math.floor((Date.now() - writtenOn) / dayLength);
  return Date.parse(date) + Math.max(0, passed) * dayLength;
}

/** The same for dates in the future of `writtenOn`; earlier dates are not moved. */
export function moveIfAhead(date: string): number {
  return Date.parse(date) < writtenOn ? Date.parse(date) : moveDay(date);
}
