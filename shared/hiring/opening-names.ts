import type { Employment, PayPeriod, Workplace } from "./opening.ts";

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

export const payPeriodNames = {
  year: "A year",
  month: "A month",
  hour: "An hour",
} as const satisfies Record<PayPeriod, string>;

/** What a record of names offers in a field. */
export function offer<Value extends string>(names: Record<Value, string>): { value: Value; name: string }[] {
  return (Object.entries(names) as [Value, string][]).map(([value, name]) => ({ value, name }));
}
