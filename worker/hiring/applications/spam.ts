import type { ApplicationForm } from "#shared/hiring/application.ts";
import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import type { Ticket } from "#worker/lib/forms/ticket.ts";
import { checkChallenge } from "#worker/lib/forms/turnstile.ts";
import { now } from "#worker/lib/clock.ts";

interface Evidence {
  form: ApplicationForm;
  answers: FormAnswers;
  ticket: Ticket;
  request: Request;
}

/** Nobody fills in a form as long as this one in less. */
const fastestMs = 3000;
const link = /https?:\/\/|www\.|\[url/gi;
const mostLinks = 6;

/**
 * Why an application looks like spam, in words for staff; empty when it does not. It is stored all the same, for a person to
 * judge, and no mail is written about it.
 */
export async function listSpamReasons({ form, answers, ticket, request }: Evidence, env: Env): Promise<string[]> {
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = env;
  // Without a site key no form shows the challenge, so nobody could pass it.
  const challenge = await checkChallenge(TURNSTILE_SITE_KEY && TURNSTILE_SECRET, {
    token: readAnswer(answers, "cf-turnstile-response") ?? "",
    address: request.headers.get("CF-Connecting-IP"),
  });
  const signs: Record<string, boolean> = {
    "a hidden field was filled in": Boolean(readAnswer(answers, "fax")),
    "sent within three seconds": now() - ticket.issuedAt < fastestMs,
    "a link in the name": countLinks(`${form.name} ${form.place}`) > 0,
    "many links in the note": countLinks(form.coverNote) > mostLinks,
    "a challenge was failed": challenge === "failed",
  };
  return Object.keys(signs)
    .filter((sign) => signs[sign])
    .map((sign) => `Looks automatic: ${sign}`);
}

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}
