/** The page of an article as writers use it, through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Role } from "#shared/permissions.ts";
import type { Answer } from "#app/writing-kit/saving/answers.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

interface Asked {
  status: number;
  location: string | null;
  text: string;
}

/** Somebody of the staff, and what they ask of the site. */
export async function makeWriter({ name = "Ada", roles = ["marketing_admin"] as Role[] } = {}) {
  const user = await makeAccount({ name, roles });
  const Cookie = writeCookies(await makeSession(user.id));

  async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
    const headers = new Headers(init.headers);
    for (const [key, value] of Object.entries({
      Cookie,
      "CF-Connecting-IP": makeAddress(),
      "Sec-Fetch-Site": "same-origin",
      Origin: siteOrigin,
    }))
      headers.set(key, value);
    const request = new Request(new URL(path, siteOrigin), { ...init, headers, redirect: "manual" });
    const ctx = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, ctx);
    const text = await response.text();
    await waitOnExecutionContext(ctx);
    return { status: response.status, location: response.headers.get("Location"), text };
  }

  const live = (id: InsightId) => `/blog-management/${id}/live`;
  return {
    id: user.id,
    ask,
    /** Posts a change as the page with script does. */
    async change(id: InsightId, change: object): Promise<{ status: number; answer: Answer }> {
      const headers = { "Content-Type": "application/json" };
      const { status, text } = await ask(live(id), { method: "POST", headers, body: JSON.stringify(change) });
      return { status, answer: (text.startsWith("{") ? JSON.parse(text) : null) as Answer };
    },
    /** Posts a form as the page without script does. */
    post: (path: string, form: Record<string, string>) =>
      ask(path, { method: "POST", body: new URLSearchParams(form) }),
    async readLive(id: InsightId) {
      const answer = JSON.parse((await ask(live(id))).text) as Extract<Answer, { kind: "late" }>;
      return answer.newest;
    },
  };
}
