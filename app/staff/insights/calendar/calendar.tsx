import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { useReaderZone } from "#app/ui/local-time.tsx";
import { openDb } from "#worker/db/client.ts";
import { listCalendar } from "#worker/insights/list-calendar.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/calendar.ts";
import { DeskLinks } from "../desk-links.tsx";
import { page as insightsPage } from "../page.ts";
import { listWeeks, moveMonth, readMonth, spanMonth } from "./month.ts";
import { MonthTable } from "./month-table.tsx";
import "./recipes.ts";
import "../recipes.ts";
import "../insights.css";
import "./calendar.css";

export const middleware = [requirePermission(insightsPage.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const path = `${insightsPage.path}/calendar`;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const month = readMonth(url.searchParams.get("month"), at, context.get(staffContext).timeZone ?? "UTC");
  const shared = { month, at, locale: findLocale(request.headers.get("Accept-Language")) };
  try {
    const found = await listCalendar(openDb(env.DB), spanMonth(month));
    return data({ ...shared, found });
  } catch (error) {
    log.error("calendar of articles not read", error);
    return data({ ...shared, found: null }, { status: 503 });
  }
}

/** A calendar that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ found }) => found !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...insightsPage, name: "Calendar of articles" });

export default function Calendar({ loaderData: { month, at, locale, found } }: Route.ComponentProps) {
  // The server does not know the browser's zone; days are those of UTC until it does.
  const zone = useReaderZone() ?? "UTC";
  const title = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
  const today = writeZonedTime(at, zone).slice(0, 10);
  const here = found?.entries.filter((entry) => writeZonedTime(entry.at, zone).startsWith(month)) ?? [];
  const count = (kind: "appears" | "ends") => here.filter((entry) => entry.kind === kind).length;
  return (
    <>
      <PageHead
        title="Calendar"
        actions={
          <>
            <Link className={nameButton()} to={`${path}?month=${moveMonth(month, -1)}`} preventScrollReset>
              <Icon name="caret-left" />
              Month before
            </Link>
            <Link className={nameButton()} to={path} preventScrollReset>
              This month
            </Link>
            <Link className={nameButton()} to={`${path}?month=${moveMonth(month, 1)}`} preventScrollReset>
              Month after
              <Icon name="caret-right" />
            </Link>
          </>
        }
      >
        {found &&
          `${title}: ${countThings(count("appears"), "article appears", "articles appear")}, ${countThings(count("ends"), "ends", "end")}. Days of the zone ${zone}.`}
      </PageHead>
      <DeskLinks />
      {found ? (
        <>
          <MonthTable {...{ title, month, zone, today, locale }} weeks={listWeeks(month)} entries={found.entries} />
          {here.length === 0 && <p className="calendar-note">Nothing appears and nothing ends in {title}.</p>}
          {found.isCut && <p className="calendar-note">This month has more than is shown. The list has all of it.</p>}
        </>
      ) : (
        <ErrorState title="The calendar could not be read just now" action={<TryAgain to={`${path}?month=${month}`} />}>
          Nothing is lost. Please try again in a minute.
        </ErrorState>
      )}
    </>
  );
}
