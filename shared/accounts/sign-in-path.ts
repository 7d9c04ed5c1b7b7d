// Bundle: sign-in
import { decodePath } from "#shared/text/decode-path.ts";

/**
 * Path of the sign-in page for a signed-out caller of `location`: /admin/auth for paths that start with /admin (in any
 * case or encoding, as React Router matches them), else /auth. Its `next` parameter leads back.
 */
export function buildSignInPath(location: { pathname: string; search: string }): string {
  const page = /^\/admin/i.test(decodePath(location.pathname)) ? "/admin/auth" : "/auth";
  return `${page}?next=${encodeURIComponent(location.pathname + location.search)}`;
}

/** Path of the page that asks for a second factor, after the password. `next` is where the sign-in leads. */
export function buildSecondStepPath(next: string | null): string {
  return next === null ? "/auth/second-step" : `/auth/second-step?next=${encodeURIComponent(next)}`;
}

/** Path of the page where somebody who is signed in confirms who they are. It leads back to `next`, or downloads `file` and has a link there. */
export function buildConfirmPath(next: string, file?: string): string {
  const download = file === undefined ? "" : `&file=${encodeURIComponent(file)}`;
  return `/auth/confirm?next=${encodeURIComponent(next)}${download}`;
}

/** Path of the page where somebody sets up the second factor that their role needs. It leads back to `location`. */
export function buildSetUpPath({ pathname, search }: { pathname: string; search: string }): string {
  return `/account/second-factor?next=${encodeURIComponent(pathname + search)}`;
}
