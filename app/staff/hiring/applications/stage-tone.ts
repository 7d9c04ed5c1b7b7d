import { firstStage, hiredStage, isEnding } from "#shared/hiring/hiring-stages.ts";

/** The colour of a stage's chip. */
export function getStageTone(stage: string): "plain" | "info" | "warn" | "success" {
  if (stage === firstStage) return "info";
  if (stage === hiredStage) return "success";
  return isEnding(stage) ? "plain" : "warn";
}
