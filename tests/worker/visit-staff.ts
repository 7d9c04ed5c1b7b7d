/** Requests that somebody of the staff makes of a page, for its loader and action. */
import { RouterContextProvider } from "react-router";
import type { Role } from "#shared/permissions.ts";
import { staffContext } from "#app/staff/guard.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { siteOrigin } from "./make-scope.ts";
import { makeWholeScope } from "./whole-scope.ts";

export interface Visit {
  roles?: Role[];
  user?: string;
  env?: Partial<Env>;
}

const nobody = "00000000-0000-7000-8000-000000000000";

function makeContext({ roles = ["marketing_admin"], user = nobody, env: overrides = {} }: Visit) {
  const context = new RouterContextProvider();
  const scope = makeWholeScope(overrides);
  context.set(requestScope, scope);
  const who = { id: user, email: "someone@demo.example" };
  const identity = {
    kind: "signed-in",
    user: who,
    name: null,
    pictureKey: null,
    timeZone: null,
    roles,
    sessionId: "s1",
    expiresAt: 2e9,
    authTime: 1.9e9,
    needsFactor: false,
    lacksFactor: false,
  } as const;
  context.set(staffContext, identity);
  return { context, scope };
}

export function makeArgs(
  path: string,
  visit: Visit,
  { params = {}, form }: { params?: object; form?: Record<string, string> | [string, string][] } = {},
) {
  const url = new URL(path, siteOrigin);
  const { context, scope } = makeContext(visit);
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const headers = { "Accept-Language": "en-GB", "Sec-Fetch-Site": form ? "same-origin" : "none" };
  const request = new Request(url, { headers, ...body });
  return { args: { context, request, url, params, pattern: "" }, scope };
}

/** What a route's loader gives its page. */
export async function visitRoute(
  loader: (args: never) => unknown,
  path: string,
  visit: Visit = {},
  options: { params?: object } = {},
): Promise<unknown> {
  const { args } = makeArgs(path, visit, options);
  const answer = await loader(args as never);
  return answer instanceof Object && "data" in answer ? answer.data : answer;
}

/** Where a page beside the one shown begins, as its address says it. */
export function pageSearch(page: { side: string; id: string; value: string } | null | undefined): string {
  return page ? `?${new URLSearchParams({ [page.side]: `${page.id}.${page.value}` })}` : "";
}
