/** How much work waits, in the navigation of the staff area, through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import type { Role } from "#shared/permissions.ts";
import { countWaiting } from "#app/staff/count-waiting.ts";
import { staffPages } from "#app/staff/staff-pages.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { subjects } from "#worker/subjects.ts";
import { worker } from "../built-worker.ts";
import { deliver, mailId } from "../failed-messages/failed-messages-make.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeAddress, makeScope, siteOrigin } from "../make-scope.ts";

muteConsole("warn", "error");

/** What the navigation says beside each page, for somebody with `role`. */
async function readCounts(role: Role, overrides: Partial<Env> = {}) {
  const user = await makeAccount({ roles: [role] });
  const Cookie = writeCookies(await makeSession(user.id));
  const headers = { Cookie, "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" };
  const request = new Request(new URL(chooseHomePath([role]), siteOrigin), { headers });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  const html = await response.text();
  await waitOnExecutionContext(ctx);
  const items = [
    ...html.matchAll(/<a class="staff-pill" href="([^"]+)"(?:(?!<\/li>).)*<p class="staff-count">(\d+)/gs),
  ];
  return { status: response.status, counts: Object.fromEntries(items.map(([, path, count]) => [path, Number(count)])) };
}

test("each page tells how much work waits on it, to those who may open it", async () => {
  for (const status of ["new", "new", "open"] as const) await makeEnquiry({ status });
  await deliver("fivewright-mail-dead", [{ mailId }]);
  const all = { "/marketing-admin/inbox": 2, "/failed-messages": 1 };
  expect(await readCounts("marketing_admin")).toEqual({ status: 200, counts: all });
  expect(await readCounts("super_admin")).toEqual({ status: 200, counts: all });
  expect(await readCounts("HR")).toEqual({ status: 200, counts: {} });
});

test("nothing stands beside a page on which nothing waits", async () => {
  expect(await readCounts("marketing_admin")).toEqual({ status: 200, counts: {} });
});

test("a page whose work cannot be counted goes without, and the others keep their numbers", async () => {
  const broken = { waiting: { "/failed-messages": () => Promise.reject(new Error("D1 is away")) } } satisfies Subject;
  const fine = { waiting: { "/marketing-admin/inbox": async () => 3 } } satisfies Subject;
  const scope = { ...makeScope(), subjects: [broken, fine] };
  expect(await countWaiting(["marketing_admin"], scope)).toEqual({ "/marketing-admin/inbox": 3 });
});

test("work is counted for pages that there are, each once", () => {
  const declared: readonly Subject[] = subjects;
  const paths = declared.flatMap(({ waiting = {} }) => Object.keys(waiting));
  expect(paths.length).toBeGreaterThan(0);
  expect(new Set(paths).size).toBe(paths.length);
  const known = staffPages.map(({ path }) => path);
  expect(paths.filter((path) => !known.includes(path as (typeof known)[number]))).toEqual([]);
});
