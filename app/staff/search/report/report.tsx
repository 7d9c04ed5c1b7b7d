import { Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/report.ts";
import { page } from "../page.ts";
import { parts } from "../parts.ts";
import { readPart } from "../read-part.ts";
import { ScrollTable } from "../scroll-table.tsx";
import { SearchPage } from "../search-page.tsx";
import { loadReport } from "./report-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadReport);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: parts.report.name });

export default function Report({ loaderData: { view, why } }: Route.ComponentProps) {
  return (
    <SearchPage
      part="report"
      done={null}
      answer={undefined}
      why={why}
      sentence="What visitors ask that no page answers, and passages that say the same twice."
    >
      {view && (
        <div className="panels panels-one staff-wide">
          <section className="panel search-panel" aria-labelledby="gaps">
            <header>
              <h2 id="gaps">Asked, not answered</h2>
              <small>90 days, visitors who accepted. Write about it, or add a synonym.</small>
            </header>
            {view.gaps.length === 0 ? (
              <p className="panel-none">None: every search found something that was opened.</p>
            ) : (
              <ScrollTable
                label="Asked, not answered"
                heads={["Search", "Times", "Why it stands here", "Do"]}
                numbers={[1]}
              >
                {view.gaps.map(({ text, also, times, why: reason, testTo, synonymTo }) => (
                  <tr key={text}>
                    <th scope="row">
                      <bdi>{text}</bdi>
                      {also && (
                        <span>
                          also <bdi>{also}</bdi>
                        </span>
                      )}
                    </th>
                    <td className="search-number">{times}</td>
                    <td>{reason}</td>
                    <td>
                      <div className="search-actions">
                        <Link
                          className={nameButton({ kind: "ghost", isSmall: true })}
                          to={testTo}
                          aria-label={`Test ${text}`}
                        >
                          Test
                        </Link>
                        <Link
                          className={nameButton({ kind: "ghost", isSmall: true })}
                          to={synonymTo}
                          aria-label={`Add synonym: ${text}`}
                        >
                          Add synonym
                        </Link>
                      </div>
                    </td>
                  </tr>
                ))}
              </ScrollTable>
            )}
          </section>
          <section className="panel search-panel" aria-labelledby="duplicates">
            <header>
              <h2 id="duplicates">Nearly the same</h2>
              <small>
                Passages of two documents that are alike in their words and by their vectors. One of the two may be
                enough.
              </small>
            </header>
            {view.duplicates.length === 0 ? (
              <p className="panel-none">None: no two documents say the same.</p>
            ) : (
              <ScrollTable
                label="Nearly the same"
                heads={["Words in common", "Cosine", "One", "The other"]}
                numbers={[0, 1]}
              >
                {view.duplicates.map(({ words, cosine, one, other }) => (
                  <tr key={one.to + other.to}>
                    <td className="search-number">{words}</td>
                    <td className="search-number">{cosine}</td>
                    <th scope="row">
                      <a href={one.to}>{one.title}</a>
                    </th>
                    <td>
                      <a href={other.to}>{other.title}</a>
                    </td>
                  </tr>
                ))}
              </ScrollTable>
            )}
          </section>
        </div>
      )}
    </SearchPage>
  );
}
