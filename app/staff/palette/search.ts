import { cleanLine } from "#shared/text/clean-line.ts";
import { isSearched, longestWords } from "#shared/pages/list.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { PaletteGroup } from "#app/staff-kit/palette-sources.ts";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/search.ts";
import type { RecordSource } from "./record-source.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

const sources = Object.values(
  import.meta.glob<RecordSource>("../**/records.ts", { eager: true, import: "recordSource" }),
).toSorted((a, b) => a.order - b.order);

/** What the palette asks for: the records that hold the words `q`, of the sources that the caller's roles open. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { roles } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const words = cleanLine(url.searchParams.get("q") ?? "", longestWords);
  const open = sources.filter(({ permission }) => isSearched(words) && may(roles, permission));
  const db = openDb(env.DB);
  const groups = await Promise.all(
    open.map(async ({ name, find }): Promise<PaletteGroup> => {
      const items = await find(db, words).catch((error: unknown) => {
        log.error("records not searched", error, { source: name });
        return null;
      });
      return { name, items };
    }),
  );
  return Response.json(groups, { headers: { "Cache-Control": "no-store" } });
}
