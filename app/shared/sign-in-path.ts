import { decodePath } from "./decode-path.ts";

/**
 * Path of the sign-in page for a signed-out caller of `location`: /admin/auth for paths that start with /admin (in any
 * case or encoding, as React Router matches them), else /auth. Its `next` parameter leads back.
 */
export function buildSignInPath(location: { pathname: string; search: string }): string {
  const page = /^\/admin/i.test(decodePath(location.pathname)) ? "/admin/auth" : "/auth";
  return `${page}?next=${encodeURIComponent(location.pathname + location.search)}`;
}
