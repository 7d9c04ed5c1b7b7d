/** Answers to HTML forms posted without script: always 303, to a page of this site. */
import { parseNextPath } from "#app/shared/next-path.ts";
import { writeFormOutcome } from "../lib/form-cookie.ts";
import type { FormFields } from "./body.ts";
import type { Problem } from "./problems.ts";

const keptFields = ["email", "next", "mode"];

/** Redirects back to the form, with the answers (never a password) and the errors. */
export function answerFormProblem(form: FormFields, problem: Problem): Response {
  const kept = keptFields.flatMap((field) => (form[field] === undefined ? [] : [[field, form[field].slice(0, 512)]]));
  const cookie = writeFormOutcome({
    status: problem.status,
    message: problem.detail ?? problem.title,
    errors: problem.errors ?? {},
    values: Object.fromEntries(kept) as Record<string, string>,
    retryAfter: problem.retry_after ?? null,
  });
  const response = answerForm(`${readFormPage(form)}${writeQuery(form)}`);
  response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Redirects to another page. */
export function answerForm(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}

/** The page that the form stands on: /auth unless its `from` field says /admin/auth. */
export function readFormPage(form: FormFields): "/auth" | "/admin/auth" {
  return form["from"] === "/admin/auth" ? "/admin/auth" : "/auth";
}

/**
 * The fields that lead back to the page of a form whose body could not be read, taken from the Referer header; null
 * when the request is not a posted form.
 */
export function retraceForm(request: Request): FormFields | null {
  const mediaType = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  const page = URL.parse(request.headers.get("Referer") ?? "");
  return {
    from: page?.pathname ?? "",
    next: page?.searchParams.get("next") ?? "",
    mode: new URL(request.url).pathname.endsWith("/sign-up") ? "sign-up" : "sign-in",
  };
}

function writeQuery(form: FormFields): string {
  const query = new URLSearchParams();
  if (form["mode"] === "sign-up") query.set("mode", "sign-up");
  const next = parseNextPath(form["next"], "");
  if (next !== "") query.set("next", next);
  return query.size === 0 ? "" : `?${query}`;
}
