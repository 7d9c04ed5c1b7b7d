/** What anybody may send to the endpoints of second factors: no input makes them fail, and what is refused changes nothing. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { openDb } from "#worker/db/client.ts";
import configuration from "../../../wrangler.toml?raw";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { countRuns } from "../../runs.ts";
import { makeApp, makePasskey } from "./factors-make.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies, muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

const tables = [
  "passkeys",
  "authenticator_apps",
  "recovery_codes",
  "sessions",
  "audit_log",
  "outbox",
  "accounts",
] as const;

/** Everything but that somebody was refused, which is recorded and changes no account. */
async function readAll(): Promise<string> {
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows.flat().filter((row) => !("action" in row) || !/^session\.\w*refused$/.test(row.action)));
}

const base64url = fc.uint8Array({ maxLength: 80 }).map((bytes) => encodeBase64url(new Uint8Array(bytes)));
const clientData = fc
  .record({ type: fc.constantFrom("webauthn.get", "webauthn.create"), challenge: fc.oneof(base64url, fc.string()) })
  .map((data) => encodeBase64url(new TextEncoder().encode(JSON.stringify(data))));
const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), base64url);
const part = fc.oneof({ weight: 4, arbitrary: base64url }, { weight: 1, arbitrary: fc.jsonValue() });

/** An answer of a passkey, more or less; `ids` are of passkeys that there are. */
function makeAnswers(ids: readonly string[]) {
  const id = fc.oneof(fc.constantFrom(...ids), base64url);
  return fc.record(
    {
      id,
      rawId: id,
      type: fc.oneof({ weight: 9, arbitrary: fc.constant("public-key") }, { weight: 1, arbitrary: text }),
      response: fc.record(
        {
          clientDataJSON: fc.oneof(clientData, part),
          authenticatorData: part,
          signature: part,
          attestationObject: part,
          userHandle: part,
          transports: fc.oneof(fc.array(text), part),
        },
        { requiredKeys: ["clientDataJSON"] },
      ),
    },
    { requiredKeys: ["id", "response"] },
  );
}

interface Setting {
  ids: string[];
  signedIn: string;
  pending: string;
}

async function setUp(): Promise<Setting> {
  const user = await makeAccount({ roles: ["HR"] });
  const { device } = await makePasskey(user);
  await makeApp(user);
  const signedIn = writeCookies(await makeSession(user.id));
  const waiting = await call("/api/auth/sign-in", { json: { email: user.email, password } });
  return { ids: [device.id], signedIn, pending: `__Host-pending=${readSetCookies(waiting)["__Host-pending"]}` };
}

const doors = [
  ["/api/auth/passkeys/sign-in", ({ ids }: Setting) => fc.oneof(makeAnswers(ids), fc.jsonValue())],
  ["/api/auth/passkeys/registration/options", () => fc.jsonValue()],
  [
    "/api/auth/passkeys/registration",
    ({ ids }: Setting) => fc.oneof(fc.record({ name: text, passkey: makeAnswers(ids) }), fc.jsonValue()),
  ],
  [
    "/api/auth/second-step",
    () => fc.oneof(fc.record({ code: fc.oneof(text, fc.stringMatching(/^\d{6}$/)) }), fc.jsonValue()),
  ],
  [
    "/api/auth/confirm",
    ({ ids }: Setting) =>
      fc.oneof(
        fc.record({ passkey: makeAnswers(ids) }),
        fc.record({ password: fc.jsonValue(), code: text }),
        fc.jsonValue(),
      ),
  ],
] as const;

test.for(doors)(
  "%s takes anything without failing, and what it refuses changes nothing",
  async ([path, makeInputs]) => {
    // Thousands of inputs take longer than a session lasts unless it is renewed: here no time passes.
    vi.setSystemTime(Date.now());
    const setting = await setUp();
    const before = await readAll();
    const headers = { Cookie: `${setting.signedIn}; ${setting.pending}` };
    await fc.assert(
      fc.asyncProperty(makeInputs(setting), async (json) => {
        const { status } = await call(path, { json, headers });
        // Only options are given to everybody; no input here is a right answer.
        expect([path, status]).toEqual([
          path,
          path.endsWith("/options") ? 200 : expect.toBeOneOf([400, 401, 413, 429, 503]),
        ]);
      }),
      { numRuns: countRuns(10_000) },
    );
    expect(await readAll()).toBe(before);
  },
);

test("what is no JSON and no form is refused at every door", async () => {
  for (const [path] of doors)
    for (const [type, body, status] of [
      ["application/json", "{", 400],
      ["application/json", "\u0000", 400],
      ["text/plain", "{}", 415],
      ["application/json", `"${"x".repeat(17_000)}"`, 413],
    ] as const) {
      const answer = await call(path, { body, headers: { "Content-Type": type } });
      // Some doors ask first who is there.
      expect(answer.status, `${path} ${type}`).toBeOneOf([status, 401]);
    }
});

test("the roles that wrangler.toml asks for a second factor are roles", () => {
  const [, value = ""] = /^REQUIRE_SECOND_FACTOR = "(.*)"$/m.exec(configuration) ?? [];
  expect(readRolesInNeed({ REQUIRE_SECOND_FACTOR: value })).toHaveLength(value.split(",").length);
  expect(readRolesInNeed({ REQUIRE_SECOND_FACTOR: "nobody,, HR ," })).toEqual(["HR"]);
  expect(readRolesInNeed({})).toEqual([]);
});

test.each([
  ["super_admin, HR", "ok"],
  ["", "ok"],
  ["super-admin, HR", "failing"],
])("the health of a site that requires a second factor of %j", async (value, status) => {
  const { checks } = await (
    await call("/api/health", { env: { REQUIRE_SECOND_FACTOR: value } })
  ).json<{ checks: unknown[] }>();
  expect(checks).toContainEqual({ name: "roles in REQUIRE_SECOND_FACTOR", status });
});
