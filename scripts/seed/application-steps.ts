import { day, hour } from "#shared/dates/durations.ts";
import { endReasons, firstStage, readStages } from "#shared/hiring/hiring-stages.ts";

/** How far the applications have come, in turn: a share of the stages, or an end. */
const paths = [
  0,
  0.3,
  0,
  "rejected",
  0.6,
  0,
  0.3,
  0.6,
  "rejected",
  0.8,
  0,
  0.3,
  "withdrawn",
  0.6,
  1,
  0.3,
  "rejected",
  0,
];
const reasons = Object.keys(endReasons.rejected).slice(0, 4);

interface Step {
  at: number;
  from: string;
  to: string;
  reason: string | undefined;
}

/** The moves that brought an application where it is, each a few days after the one before. */
export function planSteps(index: number, ownStages: string | null, received: number): Step[] {
  const path = paths[index % paths.length] ?? 0;
  const keys = readStages(ownStages).map(({ key }) => key);
  const passed = typeof path === "number" ? Math.round(path * (keys.length - 1)) : index % 2;
  const visited = keys.slice(1, 1 + passed);
  const ending = typeof path === "number" ? [] : [path];
  const all = [keys[0] ?? firstStage, ...visited, ...ending];
  const room = Math.max(hour, Date.now() - hour - received);
  const pause = Math.min(3 * day + (index % 5) * day, room / all.length);
  return all.slice(1).map((to, step) => ({
    at: Math.round(received + pause * (step + 1)),
    from: all[step] ?? firstStage,
    to,
    reason: to === "rejected" ? reasons[index % reasons.length] : to === "withdrawn" ? "other-offer" : undefined,
  }));
}
