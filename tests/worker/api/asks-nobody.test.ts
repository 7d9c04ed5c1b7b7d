/** As the repository is configured, the built Worker asks nobody else: pages, those of staff too, new accounts and jobs. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { makeCaller } from "../accounts/account-make.ts";
import { worker } from "../built-worker.ts";
import { routes } from "./endpoints.ts";
import { visit } from "../visit.ts";
import { call } from "../ask-api.ts";
import { password } from "../make.ts";

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new Error("Nobody is asked here."));
  });
});

test("no page asks anybody", async () => {
  const { Cookie } = await makeCaller({ roles: ["super_admin"] });
  const made = "0198f1de-0000-7000-8000-000000000000";
  expect(routes.length).toBeGreaterThan(100);
  for (const { name, id } of routes) {
    const path = name.replaceAll(/:[^/]+/g, made).replace("*", "made-up");
    // The data of a staff page is all that it asks for: it is drawn of it alone.
    await (await visit(id.startsWith("staff/") ? `${path}.data` : path, { headers: { Cookie } })).arrayBuffer();
  }
  expect(asked).toEqual([]);
});

test("neither a new account nor a job asks anybody", async () => {
  const json = { email: "new@company.example", password };
  expect((await call("/api/auth/sign-up", { json })).status).toBeLessThan(300);
  for (const cron of ["17 * * * *", "*/5 * * * *"]) {
    const ctx = createExecutionContext();
    await worker.scheduled(createScheduledController({ cron }), env, ctx);
    await waitOnExecutionContext(ctx);
  }
  expect(asked).toEqual([]);
  // The watch does see what is asked, where somebody has switched it on.
  await call("/api/auth/sign-up", {
    json: { ...json, email: "other@company.example" },
    env: { BREACHED_PASSWORD_CHECK: "hibp" },
  });
  expect(asked.map((url) => new URL(url).host)).toEqual(["api.pwnedpasswords.com"]);
});
