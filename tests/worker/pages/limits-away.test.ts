/** Limits that do not answer: nobody is refused for it, and what needs a limit is done. */
import { beforeEach, expect, test, vi } from "vitest";
import { breakBinding } from "../faulty-bindings.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeAccount, password, muteConsole } from "../make.ts";
import { visit } from "../visit.ts";
import { fillIn, send } from "../hiring/apply-make.ts";

const call = callParts(authApi);

muteConsole("warn", "error");
beforeEach(() => void countScrypt());

test("a limiter that is away lets searches, forms and sign-ins through, and the log says so", async () => {
  const names = ["SIGN_IN_LIMIT", "CONTACT_LIMIT", "SEARCH_LIMIT", "API_LIMIT"] as const;
  const env = Object.assign({}, ...names.map((name) => breakBinding(name))) as Partial<Env>;
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const { email } = await makeAccount();
  expect((await call("/api/auth/sign-in", { json: { email, password }, env })).status).toBe(200);
  expect((await visit("/auth/forgot", { form: { email }, env })).status).toBe(303);
  expect((await visit("/search?q=cloud", { env })).status).toBe(200);
  expect((await send({ fields: await fillIn(), env })).status).toBe(303);
  const said = errors.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event);
  expect(said.filter((event) => event === "request not counted").length).toBeGreaterThanOrEqual(4);
});
