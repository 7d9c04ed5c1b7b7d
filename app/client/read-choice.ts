import { bannerVersion, type Choice, choiceLifetime, consentKey, dateKey } from "#shared/analytics/consent.ts";

/**
 * The visitor's choice while it is valid: it is at most 182 days old and not older than the banner's wording. Undefined
 * or false when there is none, or when storage is blocked.
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
