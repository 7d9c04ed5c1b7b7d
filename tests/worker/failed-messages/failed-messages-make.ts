/** Failed messages for tests, through the built Worker: `queue()` stores them, and staff deal with them on their page. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import type { Role } from "#shared/permissions.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);
export const mailId = "00000000-0000-4000-8000-000000000001";

export async function deliver(queue: string, bodies: readonly unknown[], overrides: Partial<Env> = {}) {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, { ...env, ...overrides }, ctx);
  const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
  return { acked: explicitAcks.length, retried: retryMessages.length };
}

export const readMessages = () => db.selectFrom("failed_messages").selectAll().orderBy("message_id").execute();
export const readActions = async () =>
  (
    await db.selectFrom("audit_log").select(["action", "detail"]).where("action", "like", "dead_letter.%").execute()
  ).map(({ action, detail }) => [action, JSON.parse(detail)]);

/** A queue that keeps what it is given, after `wait`. */
export function makeQueue(wait: () => Promise<void> = async () => {}) {
  const sent: unknown[] = [];
  const send = async (body: unknown) => {
    await wait();
    sent.push(body);
  };
  return { sent, queue: { send } as unknown as Queue };
}

export async function signIn(role: Role = "marketing_admin") {
  const user = await makeAccount({ roles: [role] });
  const Cookie = writeCookies(await makeSession(user.id));
  async function visit(path: string, form?: Record<string, string> | [string, string][], overrides: Partial<Env> = {}) {
    const headers = { Cookie, "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Origin: siteOrigin };
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    const request = new Request(new URL(path, siteOrigin), { headers, redirect: "manual", ...body });
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
    const answer = { status: response.status, to: response.headers.get("Location"), html: await response.text() };
    await waitOnExecutionContext(ctx);
    return answer;
  }
  return { user, visit };
}
