/** What staff pages say while a part of D1 is away, by the Worker as it is built. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { worker } from "../built-worker.ts";

muteConsole("error");

/** Opens a page as a super admin, with a D1 that fails whatever matches `broken`. */
async function open(path: string, broken: RegExp): Promise<Response> {
  const user = await makeAccount({ roles: ["super_admin"] });
  const Cookie = writeCookies(await makeSession(user.id));
  const { DB } = breakBinding("DB", { hits: (_, sql) => broken.test(sql) });
  const request = new Request(new URL(path, env.SITE_ORIGIN), { headers: { Cookie } });
  return worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, DB }, createExecutionContext());
}

test("Access Denied says that the roles could not be read, and offers to try again", async () => {
  for (const path of ["/visitor-analytics?days=7", "/admin"]) {
    const response = await open(path, /account_roles/);
    expect([path, response.status]).toEqual([path, 403]);
    const html = await response.text();
    expect(html).toContain("Access Denied");
    expect(html).toContain("Your roles could not be read just now");
    expect(/<a ([^>]*)>Try again<\/a>/.exec(html)?.[1]).toContain(`href="${path}"`);
    expect(html).not.toContain("No role yet");
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("a session that cannot be read is no Access Denied but a 503, and nobody is signed out", async () => {
  for (const path of ["/visitor-analytics", "/visitor-analytics.data", "/auth"]) {
    const response = await open(path, /sessions/);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).not.toContain("Access Denied");
  }
});
