import { brand } from "#app/content/brand.ts";
import { day } from "#shared/dates/durations.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/security.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

const validDays = 180;

/** Where to report a vulnerability (RFC 9116). It expires half a year after the day of the request. */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_ORIGIN } = context.get(requestScope).env;
  const expires = new Date((Math.floor(Date.now() / day) + validDays) * day).toISOString();
  const lines = [
    `Contact: mailto:${brand.securityEmail}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${SITE_ORIGIN}/.well-known/security.txt`,
    "",
  ];
  return answerText(lines.join("\n"), "text/plain; charset=utf-8");
}
