import { data, redirect, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { findLocale } from "#shared/dates/find-locale.ts";
import { staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { refuseForm, refuseList } from "#app/staff/lists/list-outcome.ts";
import type { Doer } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { TooManyAttemptsError } from "#worker/lib/errors.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { type RequestScope, requestScope } from "#worker/lib/scope.ts";
import { openSearchScope } from "#worker/search/find/open-scope.ts";
import type { SearchScope } from "#worker/search/find/types.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/** What a part of the page reads with. */
export interface Reading {
  search: SearchScope;
  scope: RequestScope;
  user: AccountId;
  locale: string;
  query: URLSearchParams;
  /** Epoch milliseconds. */
  at: number;
}

/** What a part of the page changes with. */
export interface Changing extends Reading {
  doer: Doer;
}

function open({ context, request, url }: RouteArgs): Changing {
  const scope = context.get(requestScope);
  const user = context.get(staffContext).user.id as AccountId;
  return {
    scope,
    user,
    search: openSearchScope(scope.env),
    locale: findLocale(request.headers.get("Accept-Language")),
    query: url.searchParams,
    at: now(),
    doer: { actor: user, requestId: scope.requestId },
  };
}

/** What `read` gives as `view`, and null with 503 where it could not be read. */
export async function readPart<View>(args: RouteArgs, read: (reading: Reading) => Promise<View>) {
  const reading = open(args);
  const done = reading.query.get("done");
  try {
    return data({ view: await read(reading), done, why: null });
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, message } = lookUpError(error);
    if (status === 429) return data({ view: null, done, why: message }, { status });
    reading.scope.log.error("part of the search's page not read", error, { path: args.url.pathname });
    return data({ view: null, done, why: null }, { status: 503 });
  }
}

/**
 * Answers a form of a part: reads it, makes the change, and leads to the path that `change` gives, or answers what else it
 * gives. What is refused is said beside the form.
 */
export async function answerPart<Schema extends z.ZodType, Answer>(
  args: RouteArgs,
  schema: Schema,
  change: (form: z.output<Schema>, changing: Changing, fields: URLSearchParams) => Promise<string | Answer>,
) {
  const changing = open(args);
  const fields = await readListForm(args.request);
  const form = schema.safeParse(Object.fromEntries(fields)).data;
  if (form === undefined) throw refuseForm();
  try {
    const answer = await change(form, changing, fields);
    if (typeof answer === "string") throw redirect(answer, 303);
    return answer as Exclude<Answer, string>;
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, message } = lookUpError(error);
    if (status === 500) throw error;
    if (status === 503) changing.scope.log.error("the search not changed", error, { path: args.url.pathname });
    const later = "It could not be stored just now. Please try again in a minute.";
    return refuseList("Nothing was done", status === 503 ? later : (message ?? ""), status);
  }
}

/** Counts what searches many times at once. @throws {TooManyAttemptsError} past the limit */
export async function limitWork({ scope, user }: Pick<Reading, "scope" | "user">): Promise<void> {
  const success = await isWithinLimit(scope.env.SEARCH_LIMIT, `search-staff:${user}`);
  if (!success) throw new TooManyAttemptsError(60);
}
