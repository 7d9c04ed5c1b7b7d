/** Answers to HTML forms posted without script: always 303, to a page of this site. */
import { parseNextPath } from "#app/shared/next-path.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import { writeFormOutcome } from "../lib/form-cookie.ts";

/** Redirects to another page. */
export function answerForm(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}

/** Redirects back to the form, with the answers (never a password) and the errors. */
export function answerFormRefusal(url: string, refusal: Refusal): Response {
  const { page, next } = readFormPlace(url);
  const query = new URLSearchParams();
  if (new URL(url).pathname.endsWith("/sign-up")) query.set("mode", "sign-up");
  if (next !== null) query.set("next", next);
  const response = answerForm(query.size === 0 ? page : `${page}?${query}`);
  response.headers.append("Set-Cookie", writeFormOutcome(refusal));
  return response;
}

interface FormPlace {
  page: "/auth" | "/admin/auth";
  /** The path on this site to go on to; null when the form names none. */
  next: string | null;
}

/**
 * Where a form stands and where it leads, as the query of its action says. The body does not say it: a form that could
 * not be read is answered on its page, too.
 */
export function readFormPlace(url: string): FormPlace {
  const { searchParams } = new URL(url);
  const page = searchParams.get("from") === "/admin/auth" ? "/admin/auth" : "/auth";
  return { page, next: parseNextPath(searchParams.get("next"), "") || null };
}
