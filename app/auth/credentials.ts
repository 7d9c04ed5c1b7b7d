import type { FormProblem } from "#app/ui/form-summary.tsx";
import type { Session } from "#app/client/session-client.ts";

export type Mode = "sign-in" | "sign-up";

/** Why the form was refused, ready to be shown. */
export interface Refusal {
  title: string;
  problems: FormProblem[];
}

export type Outcome =
  | { kind: "signed-in"; session: Session }
  | { kind: "signed-up" }
  | { kind: "refused"; refusal: Refusal };

/** The parts of a failed answer that the form needs, from its problem document (RFC 9457) and its headers. */
export interface FailedAnswer {
  status: number;
  title?: string | undefined;
  detail?: string | undefined;
  errors?: Record<string, string[]> | undefined;
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | null | undefined;
}

/** Sends the form as JSON to the endpoint that it would otherwise post to. Never rejects. */
export async function sendCredentials(mode: Mode, answers: FormData): Promise<Outcome> {
  const body = JSON.stringify({
    email: answers.get("email"),
    password: answers.get("password"),
    ...(mode === "sign-up" && { email_redirect_to: location.origin }),
  });
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const response = await fetch(`/api/auth/${mode}`, { method: "POST", headers, body });
    if (!response.ok) return { kind: "refused", refusal: toRefusal(mode, await readFailure(response)) };
    if (mode === "sign-up") return { kind: "signed-up" };
    return { kind: "signed-in", session: (await response.json()) as Session };
  } catch {
    const message = "The site could not be reached. Check your connection and try again.";
    return { kind: "refused", refusal: { title: titleOf(mode), problems: [{ message }] } };
  }
}

/** A failed answer in the words of the form. */
export function toRefusal(mode: Mode, answer: FailedAnswer): Refusal {
  // One message per field. Other errors of that field may go away with the same correction.
  const byField = Object.entries(answer.errors ?? {}).map(([field, [message = ""]]) => ({ field, message }));
  if (byField.length > 0) return { title: countProblems(mode, byField.length), problems: byField };
  const wait = answer.retryAfter ? ` Try again in ${formatWait(answer.retryAfter)}.` : "";
  return { title: titleOf(mode), problems: [{ message: sayWhy(answer) + wait }] };
}

function sayWhy({ status, detail, title }: FailedAnswer): string {
  if (status === 413) return "That is too long to send. Shorten what you entered and try again.";
  if (status === 429) return "There were too many attempts.";
  if (status === 503) return "The sign-in service is busy just now, and nothing has changed.";
  if (status >= 500) return "Something went wrong on our side. Try again in a moment.";
  return detail ?? title ?? "That did not work. Reload the page and try again.";
}

function titleOf(mode: Mode): string {
  return mode === "sign-in" ? "You are not signed in" : "The account was not created";
}

function countProblems(mode: Mode, count: number): string {
  const goal = mode === "sign-in" ? "you can sign in" : "the account can be created";
  return `${count === 1 ? "One thing" : `${count} things`} to fix before ${goal}`;
}

function formatWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

async function readFailure(response: Response): Promise<FailedAnswer> {
  const body = (await response.json().catch(() => ({}))) as Partial<FailedAnswer>;
  return { ...body, status: response.status, retryAfter: Number(response.headers.get("Retry-After")) || undefined };
}
