// Bundle: alone
import type { Refusal } from "#shared/pages/refusal.ts";

export type Sent<Body> = { kind: "done"; body: Body } | { kind: "refused"; refusal: Refusal };

/** Sends `body` to an endpoint of the API. Never rejects: without a network it is a refusal of status 0. */
export async function sendJson<Body>(path: string, body: object = {}): Promise<Sent<Body>> {
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) return { kind: "refused", refusal: await readRefusal(response) };
    return { kind: "done", body: (response.status === 204 ? null : await response.json()) as Body };
  } catch {
    const message = "The site could not be reached. Check your connection and try again.";
    return { kind: "refused", refusal: { status: 0, title: "Not sent", problems: [{ message }] } };
  }
}

interface Problem {
  title?: string;
  detail?: string;
  errors?: Record<string, string[]>;
  reason?: Refusal["reason"];
}

/** The refusal in a problem document (RFC 9457). */
async function readRefusal(response: Response): Promise<Refusal> {
  const { title = "", detail, errors = {}, reason } = (await response.json().catch(() => ({}))) as Problem;
  // One message per field. Other errors of that field may go away with the same correction.
  const problems = Object.entries(errors).map(([field, [message = ""]]) => ({ field, message }));
  const message = detail ?? title;
  return {
    status: response.status,
    title,
    problems: problems.length > 0 || message === "" ? problems : [{ message }],
    retryAfter: Number(response.headers.get("Retry-After")) || undefined,
    reason,
  };
}
