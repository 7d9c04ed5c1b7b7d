import { hour, second } from "#shared/dates/durations.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { readPicture, readPictureId } from "#worker/accounts/own/picture.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/picture.ts";

export const middleware = [requireSignedIn()];

/** A new picture has another address. An hour, so that a removed one does not stay for long. */
export const handle = { cache: "private", keepFor: hour / second } satisfies RouteHandle;

/** The caller's own picture, or that of a colleague for those who read the list of accounts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { pictureKey, roles } = context.get(staffContext);
  const { env } = context.get(requestScope);
  const isOwn = pictureKey !== null && readPictureId(pictureKey) === params.id;
  const picture = isOwn || may(roles, "accounts.read") ? await readPicture(env, params.id) : null;
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
  if (!picture) return new Response(null, { status: 404, headers });
  const type = picture.httpMetadata?.contentType ?? "application/octet-stream";
  return new Response(picture.body, { headers: { ...headers, "Content-Type": type } });
}
