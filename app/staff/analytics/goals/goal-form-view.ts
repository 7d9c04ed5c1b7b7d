import { decodePath } from "#shared/text/decode-path.ts";
import type { Figures, FunnelStep } from "#worker/analytics/figures/types.ts";
import type { Seen } from "#worker/analytics/list-seen.ts";
import { toPathPattern } from "../path-pattern.ts";
import { type ChoiceGroup, listChoices, readPick, writePick } from "./choices.ts";

export interface GoalFormView extends GoalFields {
  /** Null for a new one. */
  id: string | null;
  version: number;
  problem: string | null;
  groups: readonly ChoiceGroup[];
}

/** What the form of a goal holds. */
export interface GoalFields {
  name: string;
  /** What is picked from the list; "" where it is a pattern. */
  pick: string;
  pattern: string;
}

/** The goal whose form the address opens; null where it opens none. */
export function findOpenGoal(edit: string | null, ownGoals: Figures["ownGoals"]) {
  if (edit === "goal-new") return { id: null, version: 0, name: "", step: null };
  return ownGoals.find(({ id }) => id === edit) ?? null;
}

/** The form of a goal as it is stored, or a new one. */
export function toGoalForm(goal: NonNullable<ReturnType<typeof findOpenGoal>>, seen: Seen): GoalFormView {
  const { id, version, name, step } = goal;
  const pick = step ? writePick(step) : "";
  const pattern = step && pick === "" ? step.values.map(decodePath).join(", ") : "";
  return { id, version, name, pick, pattern, problem: null, groups: listChoices(seen, [pick]) };
}

/** What a form of a goal asks for, or a sentence that says what is wrong with it. */
export function readGoal({ name, pick, pattern }: GoalFields): { name: string; step: FunnelStep } | string {
  if (pick !== "" && pattern !== "") return "Choose from the list or write a pattern, not both.";
  const step = pick === "" ? readPattern(pattern) : readPick(pick);
  if (step === null || step.kind === "goal")
    return pattern === ""
      ? "Choose what has to happen."
      : "Write one path: it begins with “/”, and has one * or ** at most and no comma.";
  return name === "" ? "Give the goal a name." : { name, step };
}

function readPattern(pattern: string): FunnelStep | null {
  const isPath = pattern.startsWith("/") && !pattern.includes(",") && pattern.split(/\*+/).length <= 2;
  return isPath ? { kind: "page", values: [toPathPattern(pattern)], about: "" } : null;
}
