import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerUpload } from "#worker/hiring/own/answer-upload.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/uploads.ts";

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export const loader = () => new Response(null, { status: 404 });

/** Takes the files of forms while these are filled in. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerUpload(request, context.get(requestScope));
}
