import days from "./last-changes.json";

/** Day on which a page's copy last changed, such as "2026-11-20"; undefined for a page that has not been dated yet. */
export function findLastChange(path: string): string | undefined {
  return (days as Record<string, { day: string }>)[path]?.day;
}
