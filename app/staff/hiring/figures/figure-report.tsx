import type { ReactNode } from "react";
import { Link } from "react-router";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { FunnelChart, TimesChart } from "./figure-charts.tsx";
import type { FiguresView } from "./figures-view.ts";
import "./recipes.ts";

type Count = FiguresView["received"];

/** A number that leads to the list of what it counts. */
function Counted({ count: { value, to } }: { count: Count }) {
  return to === null ? value : <Link to={to}>{value}</Link>;
}

/** All figures of some days. */
export function FigureReport({ view }: { view: FiguresView }) {
  return (
    <div className="hiring-figures: grid grid-cols-[repeat(2,_minmax(0,_1fr))] gap-[28px_40px] items-start [&>section]:min-w-0 [&_h2]:mb-10px lt-lg:grid-cols-[minmax(0,_1fr)]">
      <KeyFigures view={view} />
      <section aria-labelledby="funnel">
        <h2 id="funnel">Funnel</h2>
        <FunnelChart view={view} />
        <FigureTable
          caption="How many came to each stage or further"
          heads={["Stage", "Applications", "Of all", "Of the stage before"]}
          rows={view.funnel.map((row) => ({
            key: row.key,
            cells: [row.name, <Counted key="count" count={row} />, row.ofAll, row.ofBefore ?? "–"],
          }))}
        />
      </section>
      <section aria-labelledby="times">
        <h2 id="times">Time in stage</h2>
        <TimesChart view={view} />
        <FigureTable
          caption="Of those who have left a stage, or ended there; who is there now stands beside"
          heads={["Stage", "Left it", "Median", "Nine in ten within", "There now", "Longest of these"]}
          rows={view.times.map((row) => ({
            key: row.key,
            cells: [
              row.name,
              <Counted key="left" count={row.left} />,
              row.median ?? "–",
              row.most ?? "–",
              <Counted key="now" count={row.now} />,
              row.longest ?? "–",
            ],
          }))}
        />
      </section>
      <section aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <FigureTable
          caption="How far they came, by the tag in the address that led here"
          heads={["Source", "Received", ...view.stageNames.slice(1), "Hired of all"]}
          rows={view.sources.map(({ key, name, counts, hiredShare }) => ({
            key,
            cells: [name, ...counts.map((count) => <Counted key={count.key} count={count} />), hiredShare],
          }))}
        />
        {view.referrers.length > 0 ? (
          <FigureTable
            caption="Sites before ours, of candidates who agreed to be counted: of all others no site is stored"
            heads={["Site", "Applications", "Hired"]}
            rows={view.referrers.map(({ host, received, hired }) => ({
              key: host,
              cells: [host, <Counted key="received" count={received} />, <Counted key="hired" count={hired} />],
            }))}
          />
        ) : (
          <p className="figures-note">
            No site before ours is known. It is stored only of candidates who agreed to be counted.
          </p>
        )}
      </section>
      <Waiting view={view} />
      <section aria-labelledby="counted">
        <h2 id="counted">How this is counted</h2>
        <ul className="figures-rules: grid gap-6px pl-18px text-ink-2 list-disc">
          <li>Applications count by when they were received. Those that were withdrawn or erased since are missing.</li>
          <li>
            A move that was taken back counts as if it had never been made. “Hired” counts those who are hired now.
          </li>
          <li>Visits of one stage count together. Days of people who are still there are not in the median.</li>
          {view.title === null && (
            <li>
              A job with stages of its own is counted by the usual ones: a stage that is none of them as the usual one
              before it. Choose the job to see its own.
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}

function KeyFigures({ view }: { view: FiguresView }) {
  const entries: [name: string, value: ReactNode, note: string][] = [
    ["Received", <Counted key="received" count={view.received} />, "in these days"],
    ["Not ended", <Counted key="going" count={view.going} />, "of these"],
    ["Rejected and withdrawn", <Counted key="ended" count={view.ended} />, "by staff, or as they told us"],
    ["Hired", <Counted key="hired" count={view.hired} />, "of these"],
    ["Time to hire", view.toHire?.median ?? "–", view.toHire ? (view.toHire.range ?? "one person") : "nobody yet"],
  ];
  return (
    <dl className="figures-key: grid grid-cols-[repeat(5,_minmax(0,_1fr))] border-y-1px-line [&>div]:p-[10px_14px] [&>div+div]:border-l-1px-line [&>div:first-child]:pl-0 [&_dt]:text-ink-2 [&_dt]:text-13 [&_dd+dd]:text-ink-2 [&_dd+dd]:text-13 [&_dt+dd]:[font:600_1.625rem/28px_var(--font-display)] [&_dt+dd]:tabular-nums lt-md:grid-cols-[repeat(2,_minmax(0,_1fr))] lt-md:[&>div:nth-child(n)]:p-[10px_14px_10px_0] lt-md:[&>div:nth-child(n)]:border-l-0 lt-md:[&>div:nth-child(n+3)]:border-t-1px-line">
      {entries.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{name === "Time to hire" && view.toHire ? `median; ${note}` : note}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table of numbers; where it is wider than the window it scrolls by itself. */
function FigureTable({ caption, heads, rows }: TableProps) {
  return (
    <div
      className="figures-table: relative overflow-x-auto [.figures-table+&]:mt-20px"
      role="region"
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
    >
      <table className="kit-table">
        <caption>{caption}</caption>
        <TableHead names={heads} />
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Waiting({ view: { waiting } }: { view: FiguresView }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Who waits longest</h2>
      {waiting.people.length === 0 ? (
        <p className="figures-note">Nobody waits.</p>
      ) : (
        <>
          <ol className="figures-waiting: [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-3px [&_a:hover]:decoration-current grid border-t-1px-line [&>li]:flex [&>li]:flex-wrap [&>li]:gap-[2px_12px] [&>li]:justify-between [&>li]:p-[7px_0] [&>li]:border-b-1px-line [&_a]:font-600 [&_span]:text-ink-2">
            {waiting.people.map(({ id, name, to, stage, job, days }) => (
              <li key={id}>
                <Link to={to}>{name}</Link>
                <span>
                  {days} in {stage}, {job}
                </span>
              </li>
            ))}
          </ol>
          <p className="figures-note">
            <Link to={waiting.to}>All {waiting.all} that have not ended</Link>, whenever they were received.
          </p>
        </>
      )}
    </section>
  );
}
