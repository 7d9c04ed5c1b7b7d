import { Form, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { Route } from "./+types/log.ts";
import { page } from "../page.ts";
import { buildPartPath, parts } from "../parts.ts";
import { readPart } from "../read-part.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { TablePager } from "../table-pager.tsx";
import { SearchPage } from "../search-page.tsx";
import { buildLogPath, type LogAsked, logShown } from "./asked.ts";
import { loadLog, type LogView } from "./log-view.ts";
import "../recipes.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadLog);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: parts.log.name });

export default function Log({ loaderData: { view, why } }: Route.ComponentProps) {
  return (
    <SearchPage
      part="log"
      done={null}
      answer={undefined}
      why={why}
      sentence="What visitors who accepted statistics searched for. Who they were is not kept with it."
    >
      {view && (
        <>
          <LogFilters asked={view.asked} />
          {view.rows.length === 0 ? (
            <EmptyState
              title="No such search in these days"
              action={
                <Link className={nameButton()} to={buildPartPath("log", { days: 90 })}>
                  Show 90 days
                </Link>
              }
            >
              Searches of visitors who accept statistics are counted here within minutes.
            </EmptyState>
          ) : (
            <LogTable view={view} />
          )}
        </>
      )}
    </SearchPage>
  );
}

const days = { "7": "7 days", "30": "30 days", "90": "90 days" } as const;

function LogFilters({ asked }: { asked: LogAsked }) {
  return (
    <div className="search-filters">
      <nav className="search-segments" aria-label="Which searches">
        {(Object.keys(logShown) as LogAsked["shown"][]).map((shown) => (
          <Link
            key={shown}
            to={buildLogPath(asked, { shown })}
            aria-current={shown === asked.shown ? "true" : undefined}
          >
            {logShown[shown]}
          </Link>
        ))}
      </nav>
      <nav className="search-segments" aria-label="Days">
        {(["7", "30", "90"] as const).map((each) => (
          <Link
            key={each}
            to={buildLogPath(asked, { days: each })}
            aria-current={each === asked.days ? "true" : undefined}
          >
            {days[each]}
          </Link>
        ))}
      </nav>
      <Form key={asked.words} className="search-words" role="search" action={parts.log.path}>
        {asked.days !== "30" && <input type="hidden" name="days" value={asked.days} />}
        {asked.shown !== "all" && <input type="hidden" name="show" value={asked.shown} />}
        {asked.sort !== "times" && <input type="hidden" name="sort" value={asked.sort} />}
        <label className="kit-unseen" htmlFor="log-words">
          Searches with these words
        </label>
        <input
          id="log-words"
          className="kit-input"
          type="search"
          name="q"
          defaultValue={asked.words}
          maxLength={80}
          placeholder="Searches with…"
        />
        <Button type="submit">Find</Button>
      </Form>
    </div>
  );
}

function LogTable({ view: { asked, total, rows, previousTo, nextTo } }: { view: LogView }) {
  const sorted = (sort: LogAsked["sort"], name: string) => (
    <Link key={sort} to={buildLogPath(asked, { sort })} aria-current={asked.sort === sort ? "true" : undefined}>
      {name}
      {asked.sort === sort && <Icon name="arrow-down" />}
    </Link>
  );
  const heads = [
    "Search",
    sorted("times", "Times"),
    "Nothing found",
    "Nothing opened",
    "Results, last time",
    sorted("last", "Last time"),
    <span key="actions" className="kit-unseen">
      Actions
    </span>,
  ];
  return (
    <section className="search-log" aria-label="Searches">
      <p className="search-facts" role="status">
        {total} different searches
      </p>
      <ScrollTable label="Searches" heads={heads} numbers={[1, 2, 3, 4]}>
        {rows.map(({ text, times, empty, unopened, found, last }) => (
          <tr key={text}>
            <th scope="row">
              <bdi>{text}</bdi>
            </th>
            <td className="search-number">{times}</td>
            <td className="search-number" data-bad={empty !== "–" || undefined}>
              {empty}
            </td>
            <td className="search-number">{unopened}</td>
            <td className="search-number">{found}</td>
            <td>
              <LocalTime at={last} />
            </td>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell with links */}
            <td>
              <div className="search-actions">
                <RowLink to={buildPartPath("test", { q: text })} name={`Test ${text}`}>
                  Test
                </RowLink>
                <RowLink
                  to={`${buildPartPath("words", { open: "synonyms", words: text })}#words-form`}
                  name={`Add synonym: ${text}`}
                >
                  Add synonym
                </RowLink>
              </div>
            </td>
          </tr>
        ))}
      </ScrollTable>
      <TablePager page={asked.page} previous={previousTo} next={nextTo} />
    </section>
  );
}

function RowLink({ to, name, children }: { to: string; name: string; children: string }) {
  return (
    <Link className={nameButton({ kind: "ghost", isSmall: true })} to={to} aria-label={name}>
      {children}
    </Link>
  );
}
