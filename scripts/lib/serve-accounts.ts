import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { accountColumns } from "../../worker/accounts/sessions/authenticate.ts";
import { writeKnownDevice } from "../../worker/accounts/sessions/known-device.ts";
import { hashPassword } from "../../worker/accounts/passwords/passwords.ts";
import { writeSessionCookies } from "../../worker/accounts/sessions/session-cookies.ts";
import { insertAccount, planAccountRow } from "../../worker/accounts/sign-in/sign-up.ts";
import { startSession } from "../../worker/accounts/sessions/start-session.ts";
import type { SessionId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb } from "../../worker/db/client.ts";
import { createLogger } from "../../worker/lib/log.ts";
import type { RequestScope } from "../../worker/lib/scope.ts";
import { day, hour } from "../../shared/dates/durations.ts";
import type { Role } from "../../shared/permissions.ts";
import { company } from "../../worker/site/company.ts";
import { writeDueReports } from "../seed/reports.ts";
import { readLocalSecret } from "./local-site.ts";
import { passTerm } from "./pass-term.ts";
import { type AskedApplications, storeApplications } from "./store-applications.ts";

interface AccountsOptions {
  db: D1Database;
  bucket: R2Bucket;
  /** Of the site. */
  origin: string;
}

interface Asked {
  email: string;
  password?: string;
  roles?: Role[];
}

/**
 * Makes accounts and sessions for browser tests, by the site's own functions and in its own database, until this process
 * ends. It hashes nothing but each password once: the site hashes for 0.2 s, one after the other and in a quarter of its
 * time, which is a second for each sign-in. Resolves with its port on the site's host: cookies know no ports, so that its
 * cookies are the site's. `POST /sessions` with an e-mail signs in; `POST /accounts` with a password, too, makes a confirmed account;
 * `POST /stale` lets the session whose cookies come along be an hour old;
 * `POST /reports` lets a week pass in which the weekly report fell due;
 * `POST /applications` stores applications (store-applications.ts), `POST /term` lets the term of somebody's pass (pass-term.ts).
 */
export async function serveAccounts({ db: d1, bucket, origin }: AccountsOptions): Promise<number> {
  const env = { DB: d1, SITE_ORIGIN: origin, AUTH_SECRET: readLocalSecret() } as Env;
  const db = openDb(d1);
  const answers: Record<string, (asked: Asked, request: IncomingMessage) => Promise<string[]>> = {
    "/sessions": ({ email }, request) =>
      makeSession(db, env, { email, userAgent: request.headers["user-agent"] ?? "" }),
    "/accounts": ({ email, password = "", roles = [] }) => makeAccount(db, env, { email, password, roles }),
    "/stale": (_asked, request) => passHour(db, request.headers.cookie ?? ""),
    "/reports": ({ email }) => passWeek(db, env, { email }),
    "/term": ({ email }) => passTerm(db, env, { email }),
    "/applications": (asked) => storeApplications(db, bucket, asked as unknown as AskedApplications),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (request.method !== "POST" || !answer) return response.writeHead(404).end();
    return json(request)
      .then((asked) => askAgain(() => answer(asked as Asked, request)))
      .then((cookies) => response.writeHead(204, { "Set-Cookie": cookies }).end())
      .catch((error: Error) => response.writeHead(500).end(`${String(error)} ${String(error.cause ?? "")}`));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  server.unref();
  return (server.address() as { port: number }).port;
}

/**
 * Once more where the local database closed a connection that stood idle just before it was asked, or where undici 7 fails
 * because a connection ends while its answer is read (nodejs/undici issue 5360).
 */
async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "ERR_ASSERTION") return ask();
    throw error;
  }
}

/** Starts a session as a password does; its cookies. */
async function makeSession(db: Db, env: Env, { email, userAgent }: { email: string; userAgent: string }) {
  const account = await db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const request = new Request(env.SITE_ORIGIN, { headers: { "User-Agent": userAgent } });
  const scope = { env, requestId: crypto.randomUUID(), log: createLogger("tests") } as RequestScope;
  const { tokens } = await startSession(
    db,
    { account, bucket: null, rehashed: null, replaces: null, request, proofs: ["password"] },
    scope,
  );
  const known = await writeKnownDevice({ email, verifiedAt: account.verified_at ?? 0 }, env.AUTH_SECRET);
  return [...writeSessionCookies(tokens), known];
}

const hashes = new Map<string, Promise<string>>();

async function makeAccount(db: Db, env: Env, { email, password, roles }: Required<Asked>): Promise<string[]> {
  const hash = hashes.get(password) ?? hashPassword(password, env.AUTH_SECRET);
  hashes.set(password, hash);
  const user = planAccountRow({ email, passwordHash: await hash, isVerified: true });
  await insertAccount(db, user).execute();
  for (const role of roles)
    await db.insertInto("account_roles").values({ account_id: user.id, role, granted_at: Date.now() }).execute();
  return [];
}

/** As if a week had passed since the weekly report was asked for: its mail is written, by the job's own function. */
async function passWeek(db: Db, env: Env, { email }: Pick<Asked, "email">): Promise<string[]> {
  const { id } = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  await db
    .updateTable("report_subscriptions")
    .set({ subscribed_at: Date.now() - 40 * day })
    .where("account_id", "=", id)
    .execute();
  await writeDueReports(db, {
    env,
    company,
    requestId: crypto.randomUUID(),
    log: createLogger("tests"),
  } as unknown as RequestScope);
  return [];
}

/** Whoever has these cookies signed in an hour ago. */
async function passHour(db: Db, cookies: string): Promise<string[]> {
  const [, claims = ""] = /__Host-at=[\w-]+\.([\w-]+)/.exec(cookies) ?? [];
  const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sid: SessionId };
  await db
    .updateTable("sessions")
    .set({ auth_time: Date.now() - hour })
    .where("id", "=", sid)
    .execute();
  return [];
}
