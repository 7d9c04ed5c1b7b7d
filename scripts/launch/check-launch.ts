import { checkAccount } from "./checks/account.ts";
import { checkColours } from "./checks/colours.ts";
import { checkConfiguration } from "./checks/configuration.ts";
import { checkBrand, checkCopy } from "./checks/copy.ts";
import { checkMail } from "./checks/mail.ts";
import { checkTested } from "./checks/tested.ts";
import { writeCount } from "../lib/write-count.ts";
import type { Fault, LaunchFacts } from "./types.ts";

/** Faults that do not matter for a site which only colleagues see: its words may still be examples. */
const ofWords = new Set(["bracket", "placeholder", "legal-entity", "brand-name", "brand-address", "social-link"]);

/**
 * What prevents no deployment: it applies migrations itself, the first account is made after the first one, and a
 * sign-in may have no right to ask for everything.
 */
const notes = new Set(["migrations-pending", "no-super-admin", "not-asked"]);

/** Everything that stands between the repository and its launch; `isStaging` for a site that only colleagues see. */
export function checkLaunch(facts: LaunchFacts, { isStaging = false } = {}): Fault[] {
  const found = [
    ...checkConfiguration(facts),
    ...checkBrand(facts),
    ...checkCopy(facts),
    ...checkMail(facts),
    ...checkColours(facts),
    ...checkAccount(facts),
    ...checkTested(facts),
  ];
  return isStaging ? found.filter(({ name }) => !ofWords.has(name)) : found;
}

/** Faults that a deployment waits for, and those that it does not. */
export function divideFaults(faults: readonly Fault[]): { faults: Fault[]; notes: Fault[] } {
  return {
    faults: faults.filter(({ name }) => !notes.has(name)),
    notes: faults.filter(({ name }) => notes.has(name)),
  };
}

/** How many there are, as a sentence begins: "1 fault stands", "3 faults stand". */
export function countFaults({ length }: readonly Fault[]): string {
  return `${writeCount(length, "fault")} ${length === 1 ? "stands" : "stand"}`;
}

/** A line for each fault: where, what is wrong, and what to do. */
export function describeFaults(faults: readonly Fault[]): string {
  return faults.map(({ name, where, what, mend }) => `${where}\n    ${what} (${name})\n    ${mend}.`).join("\n");
}
