import type { Db } from "../db/client.ts";
import { layOutMail } from "../email/layout.ts";
import { planMail } from "../email/outbox.ts";

/** What the owner of an account is told about its second factors. */
const events = {
  "passkey added": "A passkey was added to your account. It signs in by itself.",
  "passkey removed": "A passkey was removed from your account.",
  "app added": "An authenticator app was added to your account.",
  "app removed": "An authenticator app was removed from your account.",
  "recovery code used": "Somebody signed in to your account with a recovery code. That code does not work again.",
  "recovery codes renewed": "New recovery codes were made for your account. The older ones do not work any longer.",
} as const;

interface FactorMail {
  email: string;
  event: keyof typeof events;
  requestId: string;
}

/** The query that tells the owner of an account what happened to its second factors; goes into the batch of the change. */
export function planFactorMail(db: Db, { email, event, requestId }: FactorMail, { SITE_ORIGIN }: Env) {
  const [sentence] = events[event].split(/(?<=\.) /);
  const site = { name: new URL(SITE_ORIGIN).host, origin: SITE_ORIGIN };
  const text = layOutMail(site, {
    subject: `${site.name}: ${sentence}`.replace(/\.$/, ""),
    title: sentence ?? "",
    facts: [["Account", email]],
    paragraphs: [
      events[event],
      "If that was you, there is nothing to do. If not, change your password now and tell your administrator.",
    ],
    link: { url: `${SITE_ORIGIN}/account/security`, name: "See what protects your account" },
    after: "",
  });
  return planMail(db, {
    ...text,
    dedupeKey: `second-factor:${requestId}:${event}`,
    kind: "second-factor",
    recipient: email,
  }).query;
}
