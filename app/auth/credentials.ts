import type { Refusal } from "#shared/pages/refusal.ts";
import type { Session } from "#app/client/session-client.ts";
import { sendJson } from "#app/ui/send-json.ts";

export type Mode = "sign-in" | "sign-up";

export type Outcome =
  | { kind: "signed-in"; session: Session }
  | { kind: "signed-up" }
  | { kind: "refused"; refusal: Refusal };

/** Sends the form as JSON to the endpoint that it would otherwise post to. Never rejects. */
export async function sendCredentials(mode: Mode, answers: FormData): Promise<Outcome> {
  const sent = await sendJson<Session>(`/api/auth/${mode}`, {
    email: answers.get("email"),
    password: answers.get("password"),
    ...(mode === "sign-up" && { email_redirect_to: answers.get("email_redirect_to") }),
  });
  if (sent.kind === "refused") return { kind: "refused", refusal: rephraseRefusal(mode, sent.refusal) };
  return mode === "sign-up" ? { kind: "signed-up" } : { kind: "signed-in", session: sent.body };
}

/** The same refusal with title and message in the form's own words. */
export function rephraseRefusal(mode: Mode, refusal: Refusal): Refusal {
  const { problems, retryAfter } = refusal;
  const fields = problems.filter(({ field }) => field);
  if (fields.length > 0) return { ...refusal, title: buildProblemsTitle(mode, fields.length) };
  const wait = retryAfter ? ` Try again in ${formatWait(retryAfter)}.` : "";
  return { ...refusal, title: buildFailureTitle(mode), problems: [{ message: buildReason(refusal) + wait }] };
}

function buildReason({ status, problems }: Refusal): string {
  if (status === 413) return "That is too long to send. Shorten what you entered and try again.";
  if (status === 429) return "There were too many attempts.";
  if (status === 503) return "The sign-in service is busy just now, and nothing has changed.";
  if (status >= 500) return "Something went wrong on our side. Try again in a moment.";
  return problems[0]?.message ?? "That did not work. Reload the page and try again.";
}

function buildFailureTitle(mode: Mode): string {
  return mode === "sign-in" ? "You are not signed in" : "The account was not created";
}

function buildProblemsTitle(mode: Mode, count: number): string {
  const goal = mode === "sign-in" ? "you can sign in" : "the account can be created";
  return `${count === 1 ? "One thing" : `${count} things`} to fix before ${goal}`;
}

function formatWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
