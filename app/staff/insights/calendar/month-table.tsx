import { Link } from "react-router";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { CalendarEntry } from "#worker/insights/list-calendar.ts";
import { page } from "../page.ts";
import type { Month } from "./month.ts";
import "./recipes.ts";

interface MonthTableProps {
  /** The month in words. */
  title: string;
  month: Month;
  /** Whose days they are. */
  zone: string;
  /** As the weeks write it. */
  today: string;
  locale: string;
  weeks: readonly (readonly string[])[];
  entries: readonly CalendarEntry[];
}

/** A month as a table, with a link to each article on the day on which it appears or ends; narrow, a list of days. */
export function MonthTable({ title, month, zone, today, locale, weeks, entries }: MonthTableProps) {
  const byDay = Map.groupBy(entries, ({ at }) => writeZonedTime(at, zone).slice(0, 10));
  const write = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(`${date}T00:00:00Z`));
  const [week = []] = weeks;
  return (
    <div className="calendar: overflow-x-auto" role="region" aria-label="Calendar">
      <table className="calendar-table: w-full table-fixed border-collapse [&_th]:p-[6px_8px] [&_th]:text-ink-2 [&_th]:font-500 [&_th]:text-left [&_abbr]:no-underline [&_td]:h-104px [&_td]:p-[6px_8px] [&_td]:align-top [&_td]:border-1px-line [&_ul]:grid [&_ul]:gap-4px [&_ul]:m-[4px_0_0] [&_li>a]:flex [&_li>a]:gap-6px [&_li>a]:min-h-24px [&_li>a]:wrap-anywhere [&_li>a:hover]:underline lt-md:block lt-md:[&_tbody]:block lt-md:[&_tr]:block lt-md:[&_td]:block lt-md:[&_thead]:hidden lt-md:[&_td[data-empty]]:hidden lt-md:[&_td]:h-auto lt-md:[&_td]:p-[12px_0] lt-md:[&_td]:border-0 lt-md:[&_td]:border-b-1px-line lt-md:[&_li>a]:items-center lt-md:[&_li>a]:min-h-44px">
        <caption className="kit-unseen">{title}</caption>
        <thead>
          <tr>
            {week.map((date) => (
              <th key={date} scope="col">
                <abbr title={write(date, { weekday: "long" })}>{write(date, { weekday: "short" })}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((dates) => (
            <tr key={dates[0]}>
              {dates.map((date) => (
                <td
                  key={date}
                  className={date.startsWith(month) ? undefined : "calendar-other"}
                  data-empty={byDay.has(date) ? undefined : ""}
                  aria-current={date === today ? "date" : undefined}
                >
                  <time dateTime={date}>
                    <span className="calendar-day: [.calendar-other_&]:text-ink-2 [td[aria-current]_&]:inline-block [td[aria-current]_&]:min-w-1.7em [td[aria-current]_&]:text-bg [td[aria-current]_&]:font-600 [td[aria-current]_&]:leading-1.7 [td[aria-current]_&]:text-center [td[aria-current]_&]:bg-ink [td[aria-current]_&]:rounded-control lt-md:[.calendar-table_&]:hidden">
                      {Number(date.slice(8))}
                    </span>
                    <span className="calendar-date: hidden lt-md:inline lt-md:font-600">
                      {write(date, { dateStyle: "full" })}
                    </span>
                  </time>
                  <DayEntries entries={byDay.get(date) ?? []} zone={zone} locale={locale} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayEntries({ entries, zone, locale }: { entries: readonly CalendarEntry[]; zone: string; locale: string }) {
  if (entries.length === 0) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: zone });
  return (
    <ul>
      {entries.map(({ id, title, at, kind }) => (
        <li key={`${id} ${kind}`} className={`calendar-${kind}`}>
          <Link to={`${page.path}/${id}`}>
            <Icon name={kind === "appears" ? "check" : "prohibit"} />
            <span>
              <span className="calendar-time: text-ink-2">
                {time.format(at)} {kind === "appears" ? "appears" : "ends"}
              </span>{" "}
              {title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
