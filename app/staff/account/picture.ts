import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { readPicture, readPictureId } from "#worker/accounts/picture.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/picture.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The caller's own picture. A new one has another address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { pictureKey } = context.get(staffContext);
  const scope = context.get(requestScope);
  const isOwn = pictureKey !== null && readPictureId(pictureKey) === params.id;
  const picture = isOwn ? await readPicture(scope.env, params.id) : null;
  const headers = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
  if (!picture) return new Response(null, { status: 404, headers });
  const type = picture.httpMetadata?.contentType ?? "application/octet-stream";
  return new Response(picture.body, { headers: { ...headers, "Content-Type": type } });
}
