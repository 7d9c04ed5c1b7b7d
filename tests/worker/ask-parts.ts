/** Requests to parts of the API. */
import { waitOnExecutionContext } from "cloudflare:test";
import { joinApis } from "#worker/api/join-apis.ts";
import { checkOrigin } from "#worker/lib/http/origin-gate.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { makeAddress, makeScope, siteOrigin } from "./make-scope.ts";

interface Call {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent form-encoded. */
  form?: Record<string, string>;
  /** Sent as it is. */
  body?: BodyInit;
  headers?: Record<string, string>;
  cf?: RequestInitCfProperties;
  env?: Partial<Env>;
}

type Handle = (request: Request, scope: RequestScope) => Response | Promise<Response>;

/** Makes a function that asks `handle` as a page of this site would, through the origin gate, as worker/index.ts does. */
export function makeCall(handle: Handle, makeScopeOf: typeof makeScope) {
  return async (path: string, { method, json, form, body, headers = {}, cf, env: overrides }: Call = {}) => {
    const scope = makeScopeOf(overrides);
    const payload = json === undefined ? (form ? new URLSearchParams(form) : body) : JSON.stringify(json);
    const request = new Request(new URL(path, siteOrigin), {
      method: method ?? (payload === undefined ? "GET" : "POST"),
      redirect: "manual",
      headers: {
        "CF-Connecting-IP": makeAddress(),
        "Sec-Fetch-Site": "same-origin",
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      ...(cf && { cf }),
    });
    const response = checkOrigin(request, scope.env) ?? (await handle(request, scope));
    await waitOnExecutionContext(scope.ctx);
    return response;
  };
}

/** Makes a function that asks these sub-apps alone, so that a file of tests reads no others. */
export function callParts(...parts: Parameters<typeof joinApis>[0][string]) {
  // The public keys alone have an address outside of /api.
  const api = joinApis({ "/": parts, "/api": parts });
  return makeCall((request, scope) => api.fetch(request, { scope }, scope.ctx), makeScope);
}
