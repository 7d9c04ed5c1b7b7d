import type { Employment, Workplace } from "#app/shared/job.ts";

export const workplaceNames = {
  "on-site": "On site",
  hybrid: "Hybrid",
  remote: "Remote",
} as const satisfies Record<Workplace, string>;

export const employmentNames = {
  "full-time": "Full-time",
  "part-time": "Part-time",
  contract: "Contract",
  internship: "Internship",
} as const satisfies Record<Employment, string>;
