import { day, hour } from "#shared/dates/durations.ts";
import { endReasons, firstStage, readStages } from "#shared/hiring/hiring-stages.ts";

/** How far the applications have come, in turn: a part of the way through the stages, or an end. */
const ways = [
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
  const way = ways[index % ways.length] ?? 0;
  const keys = readStages(ownStages).map(({ key }) => key);
  const passed = typeof way === "number" ? Math.round(way * (keys.length - 1)) : index % 2;
  const visited = keys.slice(1, 1 + passed);
  const ending = typeof way === "number" ? [] : [way];
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
