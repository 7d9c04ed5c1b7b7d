import {
  bannerVersion,
  type Choice,
  choiceLifetime,
  consentKey,
  dateKey,
  withdrawalKey,
} from "#shared/analytics/consent.ts";

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

/**
 * Stores the visitor's choice. A refusal is stored before anything is erased, so that no tab stores anything afterwards,
 * and leaves a mark until what it takes is done (`withdraw` in ./withdraw.ts).
 * @throws {DOMException} when the storage is blocked or full.
 */
export function storeChoice(choice: Choice): void {
  localStorage[consentKey] = choice;
  localStorage[dateKey] = new Date().toISOString();
  if (choice == "rejected") localStorage[withdrawalKey] = localStorage[withdrawalKey] || "[]";
}

/**
 * Logs that visitor data could not be stored (storage blocked or full, no network). The specification fixes the text.
 */
export function reportFailure(error: unknown): void {
  console.error("Error storing visitor data", error);
}
