import { Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/map.ts";
import { page } from "../page.ts";
import { buildPartPath, parts } from "../parts.ts";
import { readPart } from "../read-part.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { SearchPage } from "../search-page.tsx";
import { loadMap, type MapView } from "./map-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadMap);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: parts.map.name });

export default function CorpusMap({ loaderData: { view, why } }: Route.ComponentProps) {
  return (
    <SearchPage
      part="map"
      done={null}
      answer={undefined}
      why={why}
      sentence="Each point is a passage. Passages with like words lie near each other; the two directions are those in which they differ most."
    >
      {view &&
        (view.points.length === 0 ? (
          <EmptyState title="No vectors yet">Once a version serves, its passages are drawn here.</EmptyState>
        ) : (
          <Everything view={view} />
        ))}
    </SearchPage>
  );
}

function Everything({ view: { kinds, kind, points, picked, note } }: { view: MapView }) {
  return (
    <>
      <nav className="search-segments" aria-label="Kind">
        {kinds.map(({ value, name, count }) => (
          <Link
            key={value}
            to={buildPartPath("map", { kind: value })}
            aria-current={value === kind ? "true" : undefined}
            preventScrollReset
          >
            {value && <i className="map-dot" data-kind={value} />}
            {name} {count}
          </Link>
        ))}
      </nav>
      <div className="search-beside" data-open="">
        {/* For the pointer: whoever does not see it has the same links in the table. */}
        <svg className="map" viewBox="-105 -75 210 150" aria-hidden="true">
          {points.map(({ id, x, y, title, kind: of, isPicked, to }) => (
            <Link key={id} to={to} tabIndex={-1} preventScrollReset>
              <circle cx={x} cy={y} r={isPicked ? 3 : 1.6} data-kind={of} data-picked={isPicked || undefined}>
                <title>{title}</title>
              </circle>
            </Link>
          ))}
        </svg>
        <section className="search-document" aria-labelledby="map-picked" aria-live="polite">
          <h2 id="map-picked">{picked ? picked.title : "No passage picked"}</h2>
          {picked ? (
            <>
              <p className="search-facts">
                {picked.kind}, <a href={picked.to}>{picked.trail || "Beginning"}</a>
              </p>
              <p>{picked.text}</p>
              <Link className="panel-link" to={picked.openTo}>
                All chunks of this document
              </Link>
            </>
          ) : (
            <p className="panel-none">Pick a point, or a passage in the table below.</p>
          )}
        </section>
      </div>
      <p className="panel-none">{note}</p>
      <ScrollTable
        label="Passages of the map"
        heads={["Passage", "Kind", "Across", "Up"]}
        className="search-long"
        numbers={[2, 3]}
      >
        {points.map(({ id, title, trail, kindName, x, y, isPicked, to }) => (
          <tr key={id} data-open={isPicked || undefined}>
            <th scope="row">
              <Link to={to} aria-current={isPicked ? "true" : undefined} preventScrollReset>
                {title}
              </Link>
              <span>{trail}</span>
            </th>
            <td>{kindName}</td>
            <td className="search-number">{Math.round(x)}</td>
            <td className="search-number">{Math.round(-y)}</td>
          </tr>
        ))}
      </ScrollTable>
    </>
  );
}
