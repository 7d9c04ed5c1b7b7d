/**
 * Signing in by the company's own identity provider: away to it, and back. Browsers come here by a link and by the
 * provider's redirect, so whatever happens leads to a page. What the protocol needs is loaded only here.
 */
import { createRoute, z } from "@hono/zod-openapi";
import type { CompanyRefusal } from "#shared/accounts/company-sign-in.ts";
import { chooseHomePath } from "#shared/accounts/home-path.ts";
import { clearFlowCookie, type Flow, readFlow } from "#worker/accounts/company-sign-in/flow.ts";
import { CompanySignInError } from "#worker/accounts/company-sign-in/refuse.ts";
import { readProvider } from "#worker/accounts/company-sign-in/settings.ts";
import { type Identified, identify } from "#worker/accounts/sessions/identity.ts";
import { readSessionCookies, writeSessionCookies } from "#worker/accounts/sessions/session-cookies.ts";
import { NotFoundError, TooManyAttemptsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { createApi, formPlaceQuery, problemResponses } from "./app.ts";
import { readFormTarget, redirectAfterForm } from "./form-answers.ts";
import { withCookies } from "./session-answer.ts";

const tags = ["Accounts"];

const startRoute = createRoute({
  method: "get",
  path: "/auth/oidc/start",
  tags,
  summary: "Go to the company's identity provider to sign in there.",
  request: {
    query: formPlaceQuery.extend({
      fresh: z.string().optional().describe("1: the person proves anew who they are, however long they are signed in."),
    }),
  },
  responses: {
    303: { description: "To the provider, or back to the page with the reason." },
    ...problemResponses(404),
  },
});

const callbackRoute = createRoute({
  method: "get",
  path: "/auth/oidc/callback",
  tags,
  summary: "Come back from the identity provider: starts a session in HttpOnly cookies.",
  responses: {
    303: { description: "To where the person was heading, or back to the sign-in page with the reason." },
    ...problemResponses(404),
  },
});

export const companySignInApi = createApi()
  .openapi(startRoute, async (c) => {
    const { scope } = c.env;
    const provider = requireProvider(scope.env);
    const { page: from, next } = readFormTarget(c.req.url);
    let caller: Identified | null = null;
    try {
      caller = c.req.query("fresh") === "1" ? await identify(c.req.raw, scope) : null;
      // Who is signed out has nothing to confirm: they sign in.
      const confirms = caller?.identity.kind === "signed-in" ? caller.identity.user.id : null;
      const { startCompanySignIn } = await import("#worker/accounts/company-sign-in/start.ts");
      const asked = { request: c.req.raw, scope };
      const { location, cookie } = await startCompanySignIn(provider, { from, next, confirms }, asked);
      return withCookies(redirectAfterForm(location), [...(caller?.setCookies ?? []), cookie]);
    } catch (error) {
      // The session may have been renewed, and its former tokens are over.
      return withCookies(redirectToPage(error, { from, next }, scope), caller?.setCookies ?? []);
    }
  })
  .openapi(callbackRoute, async (c) => {
    const { scope } = c.env;
    const provider = requireProvider(scope.env);
    const flow = await readFlow(c.req.raw, scope.env);
    try {
      const { finishCompanySignIn } = await import("#worker/accounts/company-sign-in/finish.ts");
      const replaces = readSessionCookies(c.req.raw).refresh;
      const { tokens, session } = await finishCompanySignIn(provider, { request: c.req.raw, flow, replaces }, scope);
      const target = flow?.next ?? chooseHomePath(session.roles);
      return withCookies(redirectAfterForm(target), [...writeSessionCookies(tokens), clearFlowCookie()]);
    } catch (error) {
      const place = flow ?? { from: "/auth", next: null };
      return withCookies(redirectToPage(error, place, scope), [clearFlowCookie()]);
    }
  });

/** Without one there are no such addresses. */
function requireProvider(env: Env) {
  const provider = readProvider(env);
  if (!provider) throw new NotFoundError();
  return provider;
}

/** Back to the sign-in page, which says why in a sentence; the log has the reason. */
function redirectToPage(error: unknown, { from, next }: Pick<Flow, "from" | "next">, { log }: RequestScope): Response {
  const code = readCode(error);
  if (code === "busy") log.error("company sign-in failed", error);
  else log.warn("company sign-in refused", { code, reason: (error as Error).message });
  const query = new URLSearchParams({ company: code, ...(next !== null && { next }) });
  return redirectAfterForm(`${from}?${query}`);
}

function readCode(error: unknown): CompanyRefusal {
  if (error instanceof TooManyAttemptsError) return "hurry";
  return error instanceof CompanySignInError ? error.code : "busy";
}
