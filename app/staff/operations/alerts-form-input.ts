import { z } from "zod";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { AlertSettings } from "#worker/operations/alert-settings.ts";

/** The form of alerts as it was sent: texts, right or wrong, so that a refused save keeps every answer. */
export const alertsFormSchema = z.object({
  do: z.literal("alerts"),
  version: z.coerce.number().int().min(1),
  recipients: z.string().max(20_000),
  webhook: z.string().max(4000),
  "quiet-from": z.string().max(40),
  "quiet-until": z.string().max(40),
  threshold: z.string().max(40),
});

export type TypedAlerts = z.output<typeof alertsFormSchema>;

/**
 * The settings that the form asks for.
 * @throws {InvalidInputError} with what is wrong, by field
 */
export function readAlertsForm(typed: TypedAlerts): AlertSettings {
  const wrong: Record<string, string[]> = {};
  const from = readTime(typed["quiet-from"]);
  const until = readTime(typed["quiet-until"]);
  const format = "Write a time of the day such as 22:00.";
  if (from === undefined) wrong.quietFrom = [format];
  if (until === undefined) wrong.quietUntil = [format];
  if (from === null && typeof until === "number") wrong.quietFrom = ["When do they begin? Or leave both empty."];
  if (until === null && typeof from === "number") wrong.quietUntil = ["When do they end? Or leave both empty."];
  const threshold = Number(typed.threshold);
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > 100_000)
    wrong.threshold = ["Write a whole number from 1 to 100,000."];
  if (typed.recipients.length > 4000) wrong.recipients = ["This is too long: ten addresses at most."];
  if (Object.keys(wrong).length > 0) throw new InvalidInputError(wrong);
  return {
    version: typed.version,
    recipients: typed.recipients.split(/[\s,;]+/),
    webhookUrl: typed.webhook.trim(),
    quiet: typeof from === "number" && typeof until === "number" ? { from, until } : null,
    errorThreshold: threshold,
  };
}

/** Minutes of the day of "22:00"; null for "", undefined for anything else. */
function readTime(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)(?::00)?\s*$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
