import { splitPage } from "#shared/analytics/split-page.ts";
import { Link } from "react-router";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { Bar } from "./bar.tsx";
import { Definition } from "./definition.tsx";
import { ReportPanel } from "./report-panel.tsx";
import type { ReportBody } from "./report-view.ts";
import { type AnalyticsState, buildPath, filterBy } from "./state.ts";
import type { Rating } from "./vitals-view.ts";
import "./recipes.ts";
import "../recipes.ts";

type Vitals = Extract<ReportBody, { report: "vitals" }>;

const devices = { "": "All", mobile: "Phone", desktop: "Desktop" } as const;

const ratingWords: Record<Rating, string> = { good: "good", fair: "needs work", poor: "poor" };

interface VitalsReportProps extends Pick<Vitals, "vitals" | "pages"> {
  state: AnalyticsState;
}

/** How fast and steady pages were for visitors, in all or on one page. */
export function VitalsReport({ state, vitals, pages }: VitalsReportProps) {
  const { page } = splitPage(state);
  return (
    <div className="panels report report-vitals staff-wide">
      <ReportPanel
        title="Web vitals"
        note="As visitors’ browsers measured it; the value that three of four measurements do not exceed. What a browser does not measure is missing."
        tabs={<DeviceTabs state={state} />}
        {...(pages ? {} : { fileOf: state })}
      >
        <ul className="vitals: [&>li]:grid [&>li]:grid-cols-[40px_24px_72px_minmax(0,_1fr)] [&>li]:gap-[2px_6px] [&>li]:items-center [&>li]:p-[8px_0] [&>li]:border-b-1px-line [&_small]:text-ink-2 [&_small]:text-13 [&_small]:col-[3/-1]">
          {vitals.map((vital) => (
            <Vital key={vital.vital} {...vital} />
          ))}
        </ul>
        <p className="panel-none">
          {page === null ? (
            "75th percentile of all pages. Choose a page to see its own."
          ) : (
            <>
              75th percentile of {page}.{" "}
              <Link
                className="panel-more"
                to={buildPath(state, { filters: splitPage(state).others })}
                preventScrollReset
              >
                All pages
              </Link>
            </>
          )}
        </p>
      </ReportPanel>
      {pages && (
        <ReportPanel title="By page" fileOf={state}>
          {pages.length === 0 ? (
            <p className="panel-none">Nothing was measured in these days.</p>
          ) : (
            <PageTable pages={pages} vitals={vitals} />
          )}
        </ReportPanel>
      )}
    </div>
  );
}

function Vital({ name, note, value, rating, shares, count }: Vitals["vitals"][number]) {
  return (
    <li>
      <b>{name}</b>
      <Definition name={name} note={note} />
      {value === null || !shares ? (
        <span className="vitals-few: text-ink-2 text-13 [.vitals_&]:col-[3/-1]">too few measurements</span>
      ) : (
        <>
          <span className="vitals-value: tabular-nums" data-rating={rating}>
            {value}
            <span className="kit-unseen">, {ratingWords[rating]}</span>
          </span>
          <Rod shares={shares} />
          <small>
            {shares.map((share) => `${share.text} ${ratingWords[share.rating]}`).join(", ")} of {count}
          </small>
        </>
      )}
    </li>
  );
}

function Rod({ shares }: { shares: readonly { rating: Rating; percent: number }[] }) {
  const parts = shares.map(({ rating, percent }, place) => ({
    rating,
    percent,
    from: shares.slice(0, place).reduce((sum, before) => sum + before.percent, 0),
  }));
  return (
    <svg
      className="vitals-rod: block rounded-4px [&_[data-gap]]:fill-bg forced:[forced-color-adjust:none]"
      width="100%"
      height="8"
      aria-hidden="true"
    >
      {parts.map((part) => (
        <rect key={part.rating} data-rating={part.rating} x={`${part.from}%`} width={`${part.percent}%`} height="8" />
      ))}
      {parts.slice(1).map((part) => (
        <rect key={part.rating} data-gap x={`${part.from}%`} width="2" height="8" />
      ))}
    </svg>
  );
}

function DeviceTabs({ state }: { state: AnalyticsState }) {
  const others = state.filters.filter(({ dimension }) => dimension !== "device");
  const chosen = state.filters.find(({ dimension }) => dimension === "device");
  const current = chosen ? (chosen.is && chosen.values.length === 1 ? chosen.values[0] : null) : "";
  return (
    <nav aria-label="Device">
      {Object.entries(devices).map(([device, name]) => (
        <Link
          key={device}
          to={buildPath(state, { filters: device === "" ? others : filterBy(state, "device", device) })}
          aria-current={device === current ? "true" : undefined}
          preventScrollReset
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function PageTable({ pages, vitals }: { pages: NonNullable<Vitals["pages"]>; vitals: Vitals["vitals"] }) {
  return (
    // A region that scrolls takes the focus, so that arrow keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="report-scroll" role="region" aria-label="Web vitals by page" tabIndex={0}>
      <table className="bars bars-even vitals-pages: min-w-560px">
        <caption className="kit-unseen">Web vitals by page, the most measurements first</caption>
        <TableHead names={["Page", ...vitals.map(({ name }) => name), "Measured"]} />
        <tbody>
          {pages.map(({ path, name, title, width, to, cells, count }) => (
            <tr key={path}>
              <th scope="row">
                <Bar name={name} title={title} width={width} to={to} />
              </th>
              {cells.map(({ vital, shown }) => (
                <td key={vital}>
                  <Cell shown={shown} />
                </td>
              ))}
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Shown = NonNullable<Vitals["pages"]>[number]["cells"][number]["shown"];

function Cell({ shown }: { shown: Shown }) {
  if (!shown) return <span data-rating="none">too few</span>;
  return (
    <span data-rating={shown.rating}>
      {shown.value}
      <span className="kit-unseen">, {ratingWords[shown.rating]}</span>
    </span>
  );
}
