import { contactTopics } from "../../../app/content/contact-topics.ts";
import { issueTicket } from "../../../worker/lib/forms/ticket.ts";
import { type BenchSubject, visitPage } from "../subject.ts";
import { origin } from "../workerd.ts";

/** A form that was filled in for a quarter of a minute; nobody sends two. */
async function fillForm(number: number, secret: string): Promise<string> {
  return new URLSearchParams({
    name: "Ada Example",
    email: `ada-${number}@client.example`,
    company: "Client Works",
    topic: contactTopics[0]?.id ?? "",
    subject: "Our forecast",
    message: `It is good on paper and ignored on the desk. (${number})`,
    consent: "on",
    ticket: await issueTicket(secret, Date.now() - 15_000),
  }).toString();
}

export const contact: BenchSubject = {
  name: "contact",
  routes: [
    visitPage("contact", "/contact"),
    {
      name: "contact, sent",
      status: 303,
      ask: async ({ number, secret }) => ({
        method: "POST",
        path: "/contact",
        headers: {
          Origin: origin,
          "Content-Type": "application/x-www-form-urlencoded",
          "CF-Connecting-IP": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        },
        body: await fillForm(number, secret),
      }),
    },
  ],
};
