/**
 * The API. One file per subject exports one sub-app: `createRoute` objects first (they make the OpenAPI document), then
 * `createApi().openapi(route, handler)...`, handlers inline. Handlers call plain functions of worker/<subject>, throw the named errors of worker/lib/errors.ts, and know only the statuses of success.
 * Bodies are JSON up to 16 KB; a form-encoded one arrives as JSON too. An endpoint that HTML forms
 * post to takes `acceptForms` as middleware and answers them by a redirect, as `c.var.isForm` says.
 */
import { version } from "../../package.json";
import type { RequestScope } from "../lib/scope.ts";
import { analyticsApi } from "./analytics.ts";
import { authApi } from "./auth.ts";
import { signUpApi } from "./sign-up.ts";
import { bootstrapApi } from "./bootstrap.ts";
import { companySignInApi } from "./company-sign-in.ts";
import { figuresApi } from "./figures.ts";
import { healthApi } from "./health.ts";
import { joinApis } from "./join-apis.ts";
import { jwksApi } from "./jwks.ts";
import { mediaApi } from "./media.ts";
import { passkeysApi } from "./passkeys.ts";
import { postsApi } from "./insights.ts";
import { purgeApi } from "./purge.ts";
import { rolesApi } from "./roles.ts";
import { searchApi } from "./search.ts";
import { secondStepApi } from "./second-step.ts";
import { tokensApi } from "./tokens.ts";

const api = joinApis({
  "/": [jwksApi],
  "/api": [
    healthApi,
    purgeApi,
    authApi,
    signUpApi,
    companySignInApi,
    secondStepApi,
    passkeysApi,
    tokensApi,
    bootstrapApi,
    rolesApi,
    postsApi,
    mediaApi,
    figuresApi,
    searchApi,
    analyticsApi,
  ],
});

api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description: "The access_token of POST /api/auth/token.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "token", {
  type: "http",
  scheme: "bearer",
  description: "An API token of /account.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "version", {
  type: "http",
  scheme: "bearer",
  description: "The id of the Worker's version, as Cloudflare's API tells it.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
  type: "apiKey",
  in: "cookie",
  name: "__Host-at",
  description: "Set by POST /api/auth/sign-in; a browser sends it.",
});
api.doc31("/api/openapi.json", (c) => ({
  openapi: "3.1.0",
  info: { title: "Site API", version },
  servers: [{ url: c.env.scope.env.SITE_ORIGIN }],
}));

/** Answers one request of the API. The origin gate has let it through; the security headers come after. */
export async function handleApi(request: Request, scope: RequestScope): Promise<Response> {
  return api.fetch(request, { scope }, scope.ctx);
}
