import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { pruneRows } from "./prune-rows.ts";

export const subject = {
  jobs: [{ name: "prune what is past its term", schedule: schedules.hourly, run: pruneRows }],
  auditActions: ["person.erased", "person.exported"],
} as const satisfies Subject;
