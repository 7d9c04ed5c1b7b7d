/** What a case of the fault suite is: one mutation of the product, and how it is asked for through the Worker's own door. */
import { env } from "cloudflare:workers";
import { apiScopeNames } from "#shared/accounts/api-scopes.ts";
import type { Role } from "#shared/permissions.ts";
import { createApiToken } from "#worker/accounts/api-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { AuditAction } from "#worker/subjects.ts";
import { makeCaller } from "../../accounts/account-make.ts";
import { makeScope } from "../../make-scope.ts";
import type { JobName } from "./doors.ts";

/** A request, a batch of a queue, or a run of a job. Everything of it can be sent again. */
export type Ask =
  | {
      path: string;
      method?: string;
      /** Posted as a page without script does; as multipart where it is a FormData. */
      form?: Record<string, string> | [string, string][] | FormData;
      json?: unknown;
      body?: Uint8Array;
      headers?: Record<string, string>;
      /** The next attempt, where the same bytes are good once only, such as a code that was used. */
      again?: () => Promise<Ask>;
    }
  | { queue: string; bodies: readonly object[] }
  | { job: JobName };

export interface FaultCase {
  /** The doors that it goes through: the id of a route, `post /api/…`, a queue, or a job. The first is its name. */
  door: string;
  /** What of several things it does there. */
  what?: string;
  /** The entries it leaves in the audit log, without those of the session. */
  leaves?: readonly AuditAction[];
  /** Makes what it needs, and returns what is asked. */
  prepare: () => Promise<Ask>;
  /** Bindings and settings in addition to those of the tests, made anew for each attempt. */
  bindings?: () => Partial<Env>;
  /** What a person typed, and finds again in every refusal that has the form. */
  typed?: readonly string[];
  /** Why a retry after a lost answer may do it a second time. */
  repeats?: string;
  /** Why an attempt that was not answered may have an entry in the audit log, too. */
  entries?: string;
  /** The status that says no and yet is the right answer, such as one that asks for one more proof. */
  refused?: number;
  /** Why what is stored may lie between before and after until the retry, such as lists of which each row stands for itself. */
  partly?: string;
  /** Why the same request once more does not end it, such as that the page shows a newer version from which one goes on. */
  goesOn?: string;
  /** Milliseconds after which it may be asked for again, such as those of a claim. */
  waits?: number;
  /** How often a job runs until nothing is left to do, where it does a step at a time; 1 unless given. */
  rounds?: number;
  /** What else may stay than the state of before or after: tables, or "objects" of the bucket; and why. */
  remainders?: { of: readonly string[]; why: string };
}

/** A form of a page of the staff: its path, its fields, and who sends it. */
export interface StaffForm extends Omit<FaultCase, "prepare"> {
  as: Role;
  make: (user: Caller) => Promise<[path: string, form: Fields]>;
}

export type Caller = { id: AccountId; email: string; Cookie: string; sessionId: string };
type Fields = Record<string, string> | [string, string][] | FormData;

async function signIn(role: Role): Promise<Caller> {
  const { user, Cookie, sessionId } = await makeCaller({ roles: [role] });
  return { id: user.id, email: user.email, Cookie, sessionId };
}

/** The case of a form of a page of the staff. */
export function ofStaff({ as, make, ...one }: StaffForm): FaultCase {
  return {
    ...one,
    async prepare() {
      const caller = await signIn(as);
      const [path, form] = await make(caller);
      return { path, form, headers: { Cookie: caller.Cookie } };
    },
  };
}

/** The case of what the script of a page of the staff sends as JSON. */
export function jsonOfStaff({
  as,
  make,
  ...one
}: Omit<StaffForm, "make"> & { make: (user: Caller) => Promise<[path: string, json: object]> }): FaultCase {
  return {
    ...one,
    async prepare() {
      const caller = await signIn(as);
      const [path, json] = await make(caller);
      return { path, json, headers: { Cookie: caller.Cookie } };
    },
  };
}

/** The case of what a program with a token asks of the API. */
export function ofProgram(
  door: string,
  leaves: NonNullable<FaultCase["leaves"]>,
  make: () => Promise<Extract<Ask, { path: string }>>,
  more: Partial<FaultCase> = {},
): FaultCase {
  return {
    door,
    leaves,
    async prepare() {
      const { id: owner } = await signIn("marketing_admin");
      const asked = { owner, name: "Robot", scopes: apiScopeNames, life: 30 } as const;
      const token = await createApiToken(openDb(env.DB), asked, makeScope());
      const { headers, ...rest } = await make();
      return { ...rest, headers: { ...headers, Authorization: `Bearer ${token}` } };
    },
    ...more,
  };
}

/** `door · what`, by which one is run alone. */
export const nameCase = ({ door, what }: FaultCase) => (what === undefined ? door : `${door} · ${what}`);
