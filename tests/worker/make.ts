/** Accounts and sessions for tests. */
import nodeCrypto from "node:crypto";
import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { takeHashTurn } from "#worker/accounts/passwords/hash-turns.ts";
import { hashPassword } from "#worker/accounts/passwords/passwords.ts";
import { issueTokens, planSession, type SessionTokens } from "#worker/accounts/sessions/sessions.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { SessionId, AccountId, AccountStatus } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

export const password = "violet otter climbs gently";

/** Keeps these lines of the console from the report, in each test of the file; a test can read them all the same. */
export function muteConsole(...levels: ("warn" | "error")[]) {
  beforeEach(() => {
    for (const level of levels) vi.spyOn(console, level).mockImplementation(() => {});
  });
}

/**
 * Counts scrypt runs, and makes each a thousandth of its cost: where the work is counted it need not be done.
 * The costs asked for are `spy.mock.calls[n][3]`.
 */
export function countScrypt() {
  const real = nodeCrypto.scrypt;
  return vi
    .spyOn(nodeCrypto, "scrypt")
    .mockImplementation((password, salt, length, { N = 0, r = 0 }, done) =>
      real(password, salt, length, { N: Math.max(2, N / 1024), r, p: 1 }, done),
    );
}

/** How many scrypt runs one look at a password takes. */
export const runsPerHash = 5;

const hashes = new Map<boolean, string>();

/** The hash of `password`, made once for real scrypt and once for the cheap one. */
export async function hashOnce(): Promise<string> {
  const isCheap = vi.isMockFunction(nodeCrypto.scrypt);
  if (isCheap) await (taught ??= teachQueue());
  const hash = hashes.get(isCheap) ?? (await hashPassword(password, env.AUTH_SECRET));
  hashes.set(isCheap, hash);
  return hash;
}

/** Counts scrypt runs from when `password` is hashed on. */
export async function countFurtherScrypt() {
  const runs = countScrypt();
  await hashOnce();
  runs.mockClear();
  return runs;
}

let taught: Promise<void> | undefined;
onNewIsolate(() => {
  taught = undefined;
});

/** The queue of hashes expects the cost of a real one until it has seen another: the first tests of a file would wait. */
async function teachQueue(): Promise<void> {
  // Some tests begin with a clock that stands at nought, and no turn may lie behind it.
  const clock = vi.isMockFunction(performance.now) ? undefined : vi.spyOn(performance, "now").mockReturnValue(0);
  // Where a turn lies ahead of such a clock, the queue has been in use, and knows.
  const turn = await takeHashTurn("stranger").catch(() => null);
  await turn?.run((runStretch) => runStretch(async () => {}));
  clock?.mockRestore();
}

interface NewUser {
  email?: string;
  name?: string;
  roles?: Role[];
  status?: AccountStatus;
  isDemo?: boolean;
  /** False: as signing up makes it. */
  isVerified?: boolean;
}

/** A stored account whose password is `password`. */
export async function makeAccount({
  email,
  name,
  roles = [],
  status = "active",
  isDemo = false,
  isVerified = true,
}: NewUser = {}) {
  const db = openDb(env.DB);
  const id = newId<AccountId>();
  const at = Date.now();
  const user = {
    id,
    email: email ?? `${id}@example.com`,
    name: name ?? null,
    status,
    password_hash: await hashOnce(),
    is_demo: isDemo ? (1 as const) : (0 as const),
    created_at: at,
    updated_at: at,
    signed_in_at: null,
    verified_at: isVerified ? at : null,
  };
  const grants = roles.map((role) => ({ account_id: id, role, granted_by: null, granted_at: at }));
  await runBatch(db, [
    db.insertInto("accounts").values(user),
    ...grants.map((grant) => db.insertInto("account_roles").values(grant)),
  ]);
  return user;
}

/** A stored session of `userId`, begun now, with its tokens. */
export async function makeSession(userId: AccountId, overrides: Partial<Env> = {}): Promise<SessionTokens> {
  const session = planSession({ ...env, ...overrides }, { sessionId: newId<SessionId>(), userId });
  await openDb(env.DB).insertInto("sessions").values(session).execute();
  return issueTokens({ ...env, ...overrides }, session);
}

/** The Cookie header a browser would send for these tokens. */
export function writeCookies(tokens: { accessToken?: string; refreshToken?: string }): string {
  const pairs = [
    tokens.accessToken === undefined ? [] : [`__Host-at=${tokens.accessToken}`],
    tokens.refreshToken === undefined ? [] : [`__Host-rt=${tokens.refreshToken}`],
  ];
  return [...pairs.flat(), "signed-in=1"].join("; ");
}

/** Values of the cookies that a response sets, by name; removed ones are "". */
export function readSetCookies(response: Response): Record<string, string> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((cookie) => {
      const [pair = ""] = cookie.split(";");
      return [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    }),
  );
}
