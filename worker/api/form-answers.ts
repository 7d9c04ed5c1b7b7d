/** Answers to HTML forms posted without script: always 303, to a page of this site. */
import { parseNextPath } from "#shared/accounts/next-path.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { writeFormOutcome } from "#worker/lib/forms/form-cookie.ts";
import { type FormPage, formPages } from "#worker/lib/forms/form-pages.ts";

/** The `responses` entry of an endpoint that HTML forms post to. */
export const formRedirect = { 303: { description: "The answer to an HTML form, failures included." } };

/** Redirects to another page. */
export function redirectAfterForm(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}

/** Redirects back to the form, with the answers (never a password) and the errors. */
export function redirectToForm(url: string, refusal: Refusal): Response {
  const { page, next } = readFormTarget(url);
  const query = new URLSearchParams();
  if (new URL(url).pathname.endsWith("/sign-up")) query.set("mode", "sign-up");
  if (next !== null) query.set("next", next);
  const response = redirectAfterForm(query.size === 0 ? page : `${page}?${query}`);
  response.headers.append("Set-Cookie", writeFormOutcome(refusal));
  return response;
}

interface FormTarget {
  /** The page that the form is on. */
  page: FormPage;
  /** The path on this site to go on to; null when the form names none. */
  next: string | null;
}

/**
 * The page of a form and the page to go on to, from the query of the form's action. They are not in the body, so that a
 * form whose body cannot be read is answered on its page too.
 */
export function readFormTarget(url: string): FormTarget {
  const { searchParams } = new URL(url);
  const page = formPages.find((each) => each === searchParams.get("from")) ?? formPages[0];
  return { page, next: parseNextPath(searchParams.get("next"), "") || null };
}
