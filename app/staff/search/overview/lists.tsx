import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { page } from "../page.ts";
import { buildPartPath } from "../parts.ts";
import { ScrollTable } from "../scroll-table.tsx";
import type { OverviewView } from "./overview-view.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

/** What has changed on the site and is not in the index yet. */
export function StalePanel({ view: { stale, staleCount, missing } }: { view: OverviewView }) {
  return (
    <section className="panel search-panel" aria-labelledby="stale">
      <header>
        <h2 id="stale">Stale</h2>
        <small className="search-count">{staleCount}</small>
        <Form className="search-end search-actions" method="post" action={page.path} preventScrollReset>
          {stale.length > 0 && (
            <Button type="submit" isSmall name="do" value="index">
              Index {staleCount} now
            </Button>
          )}
          {missing > 0 && (
            <Link
              className={nameButton({ isSmall: true })}
              to={`${buildPartPath("overview", { plan: "missing" })}#plan`}
              preventScrollReset
            >
              Embed {missing} chunks without a vector…
            </Link>
          )}
        </Form>
      </header>
      {stale.length === 0 ? (
        <p className="panel-none">
          Nothing: the index has everything as it is on the site now. Changes are indexed within seconds.
        </p>
      ) : (
        <ScrollTable label="Stale" heads={["Item", "Why", "Since"]}>
          {stale.map(({ key, title, path, why, since }) => (
            <tr key={key}>
              <th scope="row">{path ? <a href={path}>{title}</a> : title}</th>
              <td>{why}</td>
              <td>
                <LocalTime at={since} />
              </td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

/** Chunks whose vector could not be computed. */
export function FailuresPanel({ view: { failures } }: { view: OverviewView }) {
  return (
    <section className="panel search-panel" aria-labelledby="failed">
      <header>
        <h2 id="failed">Failed</h2>
        <small className="search-count">{failures.length}</small>
        <Form className="search-end" method="post" action={page.path} preventScrollReset>
          <Button type="submit" isSmall name="do" value="retry">
            Try all again
          </Button>
        </Form>
      </header>
      <ScrollTable label="Failed" heads={["Chunk", "Why", "When"]}>
        {failures.map(({ hash, title, to, reason, at }) => (
          <tr key={hash}>
            <th scope="row">
              <a href={to}>{title}</a>
            </th>
            <td data-bad>{reason}</td>
            <td>
              <LocalTime at={at} />
            </td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}

const states = {
  running: { tone: "info", name: "Running" },
  paused: { tone: "warn", name: "Paused" },
  done: { tone: "success", name: "Done" },
  cancelled: { tone: "plain", name: "Cancelled" },
  failed: { tone: "danger", name: "Failed" },
} as const;

/** The latest runs. */
export function RunsPanel({ view: { runs } }: { view: OverviewView }) {
  return (
    <section className="panel search-panel" id="runs" aria-labelledby="runs-title">
      <header>
        <h2 id="runs-title">Runs</h2>
        <small>The latest</small>
      </header>
      {runs.length === 0 ? (
        <p className="panel-none">None yet.</p>
      ) : (
        <ScrollTable label="Runs" heads={["Run", "State", "Chunks", "Started", "Finished"]}>
          {runs.map(({ id, title, state, counts, failed, reason, started, finished }) => (
            <tr key={id}>
              <th scope="row">
                {capitalize(title.replace(/^Step \d of \d, /, ""))}
                {reason && <span>{reason}</span>}
              </th>
              <td>
                <Tag
                  tone={states[state].tone}
                  {...(states[state].tone !== "plain" && {
                    icon: state === "failed" ? "warning" : state === "done" ? "check" : "clock",
                  })}
                >
                  {states[state].name}
                </Tag>
              </td>
              <td>
                {counts}
                {failed > 0 && `, ${failed} failed`}
              </td>
              <td>
                <LocalTime at={started} />
              </td>
              <td>{finished ? <LocalTime at={finished} /> : "–"}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
