import { bannerVersion, type Choice, choiceLifetime, consentKey, dateKey } from "../shared/consent.ts";

/**
 * The visitor's choice if it still holds: not older than 182 days, nor than the banner's wording. Undefined or false
 * when there is none or storage is blocked.
 */
export function readChoice(): Choice | false | undefined {
  try {
    const date = localStorage[dateKey];
    // A date that cannot be read compares as false.
    return date > bannerVersion && Math.abs(Date.now() - Date.parse(date)) < choiceLifetime && localStorage[consentKey];
  } catch {
    return undefined;
  }
}

/** Storing may fail at any time (blocked, full, offline); the page goes on. The text is SPEC §8's. */
export function reportFailure(error: unknown): void {
  console.error("Error storing visitor data", error);
}
