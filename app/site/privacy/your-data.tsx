import { useState } from "react";
import { Link } from "react-router";
import { yourData } from "#app/content/pages/your-data.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Table } from "#app/ui/table.tsx";
import { buildMeta } from "#app/site/parts/page-meta.ts";
import type { Route } from "./+types/your-data.ts";
import { eraseStored, readStored, type StoredData, type StoredVisit } from "./stored-data.ts";

export const handle = { cache: "public", tags: ["legal"], fixed: true } satisfies RouteHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { name, meta: described } = yourData;
  return buildMeta(
    { path: "/your-data", name, meta: described, isUnlisted: true, imageOf: "/privacy-policy" },
    { matches },
  );
}

type Outcome = StoredData | { problem: string } | "busy" | "erased" | "erasing" | undefined;

/** Shows a visitor what is stored about them, hands it out as a file, and erases it. The same bytes for everybody. */
export default function YourData() {
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = outcome === "busy";

  async function see() {
    setOutcome("busy");
    setOutcome(await attempt(readStored));
  }

  async function erase() {
    setOutcome("busy");
    const isErased = await attempt(eraseStored);
    setOutcome(typeof isErased === "object" ? isErased : isErased ? "erased" : "erasing");
  }

  return (
    <div className="wrap your-data: grid gap-24px justify-items-start py-[clamp(32px,_5vw,_84px)_clamp(80px,_9.4vw,_152px)] [&>*]:min-w-0 [&>*]:max-w-full [&>p]:max-w-42em [&_p>a]:underline [&_p>a]:underline-offset-4px [&_pre]:wrap-anywhere [&_pre]:text-14 [&_pre]:leading-1.5 [&_pre]:whitespace-pre-wrap [&_summary]:[display:list-item] [&_summary]:py-4px [&_summary]:[list-style:disclosure-closed_inside] [&_[open]>summary]:[list-style-type:disclosure-open]">
      <h1 className="d2">{yourData.title}</h1>
      <p className="lead">{yourData.lead}</p>
      <p>
        {yourData.terms} <Link to="/privacy-policy">{yourData.policy}</Link>
      </p>
      <noscript>
        <p>{yourData.withoutScript}</p>
      </noscript>
      <div className="needs-js your-data-acts: flex flex-wrap gap-16px">
        <button type="button" className="btn btn-accent" aria-disabled={isBusy} onClick={() => isBusy || void see()}>
          {yourData.see}
        </button>
        <button type="button" className="btn btn-outline" aria-disabled={isBusy} onClick={() => isBusy || void erase()}>
          {yourData.erase}
        </button>
      </div>
      <p role="status">{describeOutcome(outcome)}</p>
      {typeof outcome === "object" && "device" in outcome && <Stored data={outcome} />}
    </div>
  );
}

/** A browser that blocks the storage has nothing to show or erase, and says so. */
async function attempt<Result>(act: () => Promise<Result>): Promise<Result | { problem: string }> {
  try {
    return await act();
  } catch {
    return { problem: yourData.blocked };
  }
}

function describeOutcome(outcome: Outcome): string {
  if (outcome === undefined) return "";
  if (outcome === "busy") return yourData.busy;
  if (outcome === "erased" || outcome === "erasing") return yourData[outcome];
  if ("problem" in outcome) return outcome.problem;
  const { device, isErasing, server } = outcome;
  if (isErasing && !server) return yourData.erasing;
  const entries = Object.keys(device).length;
  if (entries === 0) return yourData.nothing;
  const visits = server?.visits.length ?? 0;
  return yourData.sum(entries, visits);
}

/** Most visits listed; the file has all of them. */
const listed = 50;

function Stored({ data }: { data: StoredData }) {
  const entries = Object.entries(data.device);
  if (entries.length === 0) return null;
  const visits = data.server?.visits.toReversed() ?? [];
  return (
    <>
      <Table
        caption={yourData.onDevice}
        showCaption
        columns={yourData.columns.device}
        rows={entries.map(([key, value]) => [key, <Entry key={key} value={value} />])}
      />
      {visits.length > 0 && (
        <Table
          caption={yourData.onServer}
          showCaption
          columns={yourData.columns.server}
          rows={visits
            .slice(0, listed)
            .map((visit) => [formatStart(visit), <VisitDetails key={visit.started_at} visit={visit} />])}
        />
      )}
      {data.server && <p>{data.server.note}</p>}
      {visits.length > listed && <p>{yourData.more(visits.length - listed)}</p>}
      <p>
        <button type="button" className="btn btn-outline" onClick={() => download(data)}>
          {yourData.download}
        </button>
      </p>
    </>
  );
}

/** A word or a date as it is; what has parts is folded. */
function Entry({ value }: { value: unknown }) {
  if (typeof value !== "object" || value === null) return String(value);
  return (
    <details>
      <summary>{yourData.parts(Object.keys(value).length)}</summary>
      <pre>{writeJson(value)}</pre>
    </details>
  );
}

function VisitDetails({ visit }: { visit: StoredVisit }) {
  const places = visit.events.map(({ name, path }) => (name === "view" ? path : yourData.event(name, path)));
  return (
    <details>
      <summary>{places.slice(0, 3).join(", ") || yourData.visit}</summary>
      <pre>{writeJson(visit)}</pre>
    </details>
  );
}

const formatStart = ({ started_at }: StoredVisit) =>
  new Date(started_at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

const writeJson = (value: object) => JSON.stringify(value, null, 2);

function download(data: StoredData): void {
  const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: "visitor-data.json" }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
