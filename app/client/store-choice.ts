import { type Choice, consentKey, dateKey, withdrawalKey } from "#shared/analytics/consent.ts";

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
