import { contentChecks } from "./checks/content.ts";
import { findabilityChecks } from "./checks/findability.ts";
import { guardChecks } from "./checks/guards.ts";
import { healthCheck, versionCheck } from "./checks/health.ts";
import { headerChecks } from "./checks/headers.ts";
import type { Check } from "./types.ts";

export { versionCheck };

/** Everything that a deployed site must answer; the version first. */
export const checks: readonly Check[] = [
  versionCheck,
  healthCheck,
  ...contentChecks,
  ...findabilityChecks,
  ...guardChecks,
  ...headerChecks,
];
