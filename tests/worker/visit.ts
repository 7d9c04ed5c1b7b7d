/** Pages of the built Worker, as a browser without script asks for them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { worker } from "./built-worker.ts";
import { makeAddress } from "./make-scope.ts";

interface Visit {
  form?: Record<string, string>;
  body?: BodyInit;
  headers?: Record<string, string>;
  env?: Partial<Env>;
}

/** Opens a page, or posts its form, as a browser without script does. */
export async function visit(
  path: string,
  { form, body = form && new URLSearchParams(form), headers, env: overrides }: Visit = {},
) {
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}${path}`, {
    method: body === undefined ? "GET" : "POST",
    redirect: "manual",
    headers: { "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", ...headers },
    ...(body !== undefined && { body }),
  });
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}
