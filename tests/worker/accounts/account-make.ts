/** Requests to staff pages through the built Worker, as somebody with a session. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Role } from "#shared/permissions.ts";
import { openDb } from "#worker/db/client.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress } from "../make-scope.ts";

/** A stored account with a session, and what a browser would send of it. */
export async function makeCaller({ roles = [] as Role[], isVerified = true } = {}) {
  const user = await makeAccount({ roles, isVerified });
  const session = await makeSession(user.id);
  return { user, sessionId: session.sessionId, Cookie: writeCookies(session) };
}

/** As if the session had been started an hour ago. */
export async function makeStale(sessionId: Awaited<ReturnType<typeof makeCaller>>["sessionId"]): Promise<void> {
  const at = Date.now() - 3_600_000;
  await openDb(env.DB).updateTable("sessions").set({ auth_time: at }).where("id", "=", sessionId).execute();
}

interface Asked {
  Cookie: string;
  /** Posted, as multipart where there is a file. */
  form?: Record<string, string> | FormData;
  method?: string;
  env?: Partial<Env>;
}

/** Asks the built Worker for `path`. */
export async function ask(path: string, { Cookie, form, method, env: overrides }: Asked): Promise<Response> {
  const body = form && (form instanceof FormData ? form : new URLSearchParams(form));
  const request = new Request(`${env.SITE_ORIGIN}${path}`, {
    method: method ?? (body ? "POST" : "GET"),
    redirect: "manual",
    headers: { "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Cookie },
    ...(body && { body }),
  });
  const ctx = createExecutionContext();
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  await waitOnExecutionContext(ctx);
  return answer;
}
