/** Enquiries, tickets and broken bindings for the tests of contact and mail. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { vi } from "vitest";
import { enquiryForm } from "#worker/enquiries/enquiry-form.ts";
import { limitEnquiries, receiveEnquiry } from "#worker/enquiries/receive-enquiry.ts";
import { openDb } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import { makeAddress, makeScope, siteOrigin } from "../make-scope.ts";
import { makeTicket, patient } from "./ticket-make.ts";

export const site = { name: "Example Ltd", origin: siteOrigin };
const topics = [
  { id: "general", name: "General enquiry", mailbox: "sales@example.com" },
  { id: "careers", name: "Careers", mailbox: "careers@example.com" },
];

let senders = 0;

/** Fields of a form that a person filled in; no two are alike. */
export async function makeFields(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  senders += 1;
  return {
    name: "Ada Example",
    email: `ada-${senders}@example.com`,
    company: "Example Works",
    topic: "general",
    subject: "Our forecast",
    message: `It is good on paper and ignored on the desk. (${senders})`,
    consent: "on",
    ticket: await makeTicket(),
    ...changes,
  };
}

/** Receives an enquiry as the page's action does, and waits for what it leaves running. */
export async function receive(
  fields: Record<string, string>,
  { scope = makeScope(), address = makeAddress() }: { scope?: RequestScope; address?: string } = {},
) {
  const request = new Request(`${siteOrigin}/contact`, { headers: { "CF-Connecting-IP": address } });
  try {
    await limitEnquiries(request, scope);
    const form = parseInput(enquiryForm(topics), fields);
    return await receiveEnquiry(openDb(scope.env.DB), { request, form, site }, scope);
  } finally {
    await waitOnExecutionContext(scope.ctx);
  }
}

interface Post {
  path?: string;
  type?: string;
  scope?: RequestScope;
}

/** Posts to the action of a page that takes posts from anybody, fields as a form does: its answer, by itself or as a redirect. */
export async function postForm(
  action: (args: never) => unknown,
  body: BodyInit | Record<string, string>,
  { path = "/contact", type = "application/x-www-form-urlencoded", scope = makeScope() }: Post = {},
): Promise<{ status: number; location: string; data: unknown }> {
  const context = new RouterContextProvider();
  context.set(requestScope, scope);
  const url = new URL(path, siteOrigin);
  const isFields = Object.getPrototypeOf(body) === Object.prototype;
  const request = new Request(url, {
    method: "POST",
    body: isFields ? new URLSearchParams(body as Record<string, string>).toString() : (body as BodyInit),
    headers: { "Content-Type": type, "CF-Connecting-IP": makeAddress() },
  });
  const answer: unknown = await action({ request, context, params: {}, url, pattern: path } as never);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get("Location") ?? "", data: null };
  const { init, data } = answer as { init: { status: number }; data: unknown };
  return { status: init.status, location: "", data };
}

export const readEnquiries = () => openDb(env.DB).selectFrom("enquiries").selectAll().orderBy("received_at").execute();

export const readMails = () => openDb(env.DB).selectFrom("outbox").selectAll().orderBy("dedupe_key").execute();

/** A mail binding that keeps what it is asked to send, or fails as given. */
export function makeMailer(failing?: () => boolean) {
  const sent: {
    to: string;
    subject: string;
    replyTo?: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
  }[] = [];
  const send = vi.fn(async (mail: unknown) => {
    if (failing?.()) throw new Error("E_DELIVERY_FAILED");
    sent.push(mail as (typeof sent)[number]);
    return { messageId: "1" };
  });
  return { sent, send, binding: { send } as unknown as SendEmail };
}

/** A batch of the mail queue as the platform delivers it, and what became of its messages. */
export function makeBatch(ids: readonly MailId[]) {
  const messages = ids.map((mailId, index) => ({
    id: `message-${index}`,
    timestamp: new Date(),
    attempts: 1,
    body: { mailId },
    ack: vi.fn(),
    retry: vi.fn(),
  }));
  const batch = { queue: "fivewright-mail", messages, ackAll: vi.fn(), retryAll: vi.fn() } as unknown as MessageBatch;
  return { batch, messages };
}

/** How many mails of `kind` are in the outbox. */
export async function countMails(kind: string): Promise<number> {
  return (await readMails()).filter((mail) => mail.kind === kind).length;
}

/** Receives as many enquiries, each from a sender of its own and from the address that `nameAddress` makes of its number. */
export async function receiveMany(count: number, nameAddress: (index: number) => string) {
  const scope = () => makeScope({ CONTACT_LIMIT: patient });
  const outcomes = [];
  for (let index = 0; index < count; index += 1)
    outcomes.push(await receive(await makeFields(), { scope: scope(), address: nameAddress(index) }));
  return outcomes;
}

/** The schedule of the hourly jobs. */
export const hourly = "17 * * * *";
