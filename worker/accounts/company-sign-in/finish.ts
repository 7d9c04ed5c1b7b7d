import type { CompanyRefusal } from "#shared/accounts/company-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { recordRefusal } from "../sign-in/record-refusal.ts";
import { type FreshSignIn, startSession } from "../sessions/start-session.ts";
import { requireOwner, resolveAccount } from "./account.ts";
import { checkAnswer } from "./check-answer.ts";
import { type Flow, flowLife } from "./flow.ts";
import { readPerson } from "./read-person.ts";
import { CompanySignInError } from "./refuse.ts";
import type { Provider } from "./settings.ts";
import { syncRoles } from "./sync-roles.ts";

interface Answer {
  request: Request;
  /** What this browser started; null when it started nothing in the last ten minutes. */
  flow: Flow | null;
  /** Refresh token of the session that the new one replaces. */
  replaces: string | null;
}

/**
 * Starts the session of whoever the provider's answer, which is the address of `request`, proves.
 * @throws {CompanySignInError} for anything that does not pass, which is recorded; TooManyAttemptsError
 */
export async function finishCompanySignIn(
  provider: Provider,
  answer: Answer,
  scope: RequestScope,
): Promise<FreshSignIn> {
  const { request, flow } = answer;
  await limitAttempts(request, "sign-in", scope);
  const db = openDb(scope.env.DB);
  try {
    return await startProven(db, { provider, ...answer }, scope);
  } catch (error) {
    if (error instanceof CompanySignInError && !unrefused.has(error.code)) {
      const confirms = (flow?.confirms ?? null) as AccountId | null;
      const refusal = { user: error.user, confirms, request, by: "company sign-in", why: error.code } as const;
      await recordRefusal(db, refusal, scope);
    }
    throw error;
  }
}

/**
 * Nobody was refused: the person gave up, came too late or once more, or the service did not work. Who has started nothing
 * gets `expired`, too: entries of that would leave no room for those that count.
 */
const unrefused: ReadonlySet<CompanyRefusal> = new Set<CompanyRefusal>(["cancelled", "expired", "unreachable", "busy"]);

async function startProven(
  db: Db,
  { provider, request, flow, replaces }: Answer & { provider: Provider },
  scope: RequestScope,
): Promise<FreshSignIn> {
  const url = new URL(request.url);
  if (!flow) throw new CompanySignInError("expired", "nothing was started here");
  if (url.searchParams.get("state") !== flow.state) throw new CompanySignInError("refused", "another state");
  await useState(db, flow);
  const person = readPerson(provider, await checkAnswer(provider, { url, flow }, scope.env));
  if (flow.confirms !== null) await requireOwner(db, { person, user: flow.confirms });
  const account = await resolveAccount(db, person, scope);
  if (person.roles) {
    const governed = provider.roles.map(({ role }) => role);
    await syncRoles(db, { id: account.id, governed, wanted: person.roles }, scope);
  } else scope.log.warn("the provider did not list the groups, so no role changes", { userId: account.id });
  await db
    .updateTable("account_identities")
    .set({ used_at: now() })
    .where("issuer", "=", person.issuer)
    .where("subject", "=", person.subject)
    .execute();
  // A provider that does not say when may have asked nobody, so that only a sign-in that was asked for anew is fresh.
  const authTime = person.signedInAt ?? (flow.confirms === null ? 0 : now());
  const proven = { account, bucket: null, rehashed: null, proofs: ["oidc"], authTime } as const;
  return startSession(db, { ...proven, replaces, request }, scope);
}

/** Lets each start be answered once, by the first of however many answers. */
async function useState(db: Db, { state, startedAt }: Flow): Promise<void> {
  const used = await db
    .insertInto("used_sign_in_states")
    .values({ state_sha256: await hashText(state), expires_at: startedAt + flowLife })
    .onConflict((conflict) => conflict.doNothing())
    .returning("state_sha256")
    .executeTakeFirst();
  if (!used) throw new CompanySignInError("expired", "answered already");
}
