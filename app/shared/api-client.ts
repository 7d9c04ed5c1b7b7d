import { hc } from "hono/client";
import type { AppType } from "#worker/api/index.ts";

/**
 * A typed client of the API at `origin`, e.g. `createApiClient("https://www.example.com").api.auth.token.$post(...)`.
 * `headers` go with every call, for a bearer token.
 */
export function createApiClient(origin: string, headers: Record<string, string> = {}) {
  return hc<AppType>(origin, { headers });
}
