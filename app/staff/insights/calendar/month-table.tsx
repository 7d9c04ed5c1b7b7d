import { Link } from "react-router";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { CalendarEntry } from "#worker/insights/list-calendar.ts";
import { page } from "../page.ts";
import type { Month } from "./month.ts";

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
    <div className="calendar" role="region" aria-label="Calendar">
      <table className="calendar-table">
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
                    <span className="calendar-day">{Number(date.slice(8))}</span>
                    <span className="calendar-date">{write(date, { dateStyle: "full" })}</span>
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
              <span className="calendar-time">
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
