import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { nameVersion } from "#worker/search/staff/list-versions.ts";
import {
  type IndexState,
  readIndexState,
  readSiteState,
  type SiteState,
  type VersionRow,
} from "#worker/search/staff/read-overview.ts";
import { kindNames } from "../parts.ts";
import type { Reading } from "../read-part.ts";
import { type PlanView, readPlan } from "./plan-view.ts";
import { type RunView, toRunView } from "./run-view.ts";
import { describeServing } from "./serving.ts";

export interface CoverageRow {
  kind: string;
  name: string;
  items: string;
  embedded: string;
  share: string;
  /** From 0 to 100. */
  percent: number;
  isWhole: boolean;
  stale: string;
}

export interface VersionView {
  id: number;
  name: string;
  state: VersionRow["state"];
  model: string;
  facts: { name: string; value: string; note?: string }[];
  since: Instant;
  /** What can be done with it now; null where nothing can. */
  action: "switch" | "rollback" | null;
  /** Why it cannot be switched to yet. */
  waits: string | null;
}

export interface OverviewView {
  sentence: string;
  coverage: CoverageRow[];
  total: CoverageRow | null;
  versions: VersionView[];
  serving: string;
  run: RunView | null;
  runs: RunView[];
  plan: PlanView | null;
  missing: number;
  staleCount: string;
  stale: { key: string; title: string; path: string; why: string; since: Instant }[];
  failures: { hash: string; key: string; title: string; to: string; reason: string; at: Instant }[];
  compared: { at: Instant; found: string } | null;
  synonyms: { id: string; first: string; others: string; oneWay: boolean; touched: string }[];
  synonymCount: number;
}

const shownSynonyms = 6;
const shownVersions = 4;

/** Everything at a glance. Two trips: one to each database. */
export async function loadOverview(reading: Reading): Promise<OverviewView> {
  const { search, scope, locale, at, query } = reading;
  const [index, site] = await Promise.all([readIndexState(search.searchDb), readSiteState(search.db, at)]);
  const plan = await readPlan(query.get("plan"), { scope, locale });
  const number = new Intl.NumberFormat(locale);
  const { rows, total } = toCoverage(index, site, locale);
  const live = index.versions.find(({ state }) => state === "live");
  const open = index.runs.find(({ state }) => state === "running" || state === "paused");
  const runs = index.runs.map((run) => toRunView(run, { locale, at }));
  return {
    sentence: total
      ? `${total.embedded} of ${total.items} items embedded, ${number.format(site.staleCount)} stale. ${live ? `Search answers from v${live.id}.` : "Search answers by words alone."}`
      : "Nothing is indexed yet.",
    coverage: rows,
    total,
    versions: toVersions(index, locale),
    serving: describeServing(scope.env, live ?? null),
    run: runs.find(({ id }) => id === open?.id) ?? null,
    runs,
    plan,
    missing: index.missing,
    staleCount: number.format(site.staleCount),
    stale: site.stale.map(({ key, title, path, dueAt, why }) => ({
      key,
      title,
      path,
      why: why === "changed" ? "Changed, and not indexed yet" : "Not public any more, and not taken out yet",
      since: toInstant(dueAt, locale),
    })),
    failures: index.failures.map(({ hash, key, title, path, anchor, tries, reason, failedAt }) => ({
      hash,
      key,
      title,
      to: anchor === "" ? path : `${path}#${anchor}`,
      reason: `Failed ${tries === 1 ? "once" : `${tries} times`}: ${reason}`,
      at: toInstant(failedAt, locale),
    })),
    compared: index.comparedAt === null ? null : { at: toInstant(index.comparedAt, locale), found: index.comparison },
    synonymCount: site.words.synonyms.length,
    synonyms: site.words.synonyms
      .toSorted((one, other) => other.touched - one.touched)
      .slice(0, shownSynonyms)
      .map(({ id, texts, oneWay, touched }) => ({
        id,
        first: texts[0] ?? "",
        others: texts.slice(1).join(", "),
        oneWay,
        touched: number.format(touched),
      })),
  };
}

function toCoverage(index: IndexState, { stale, staleCount }: SiteState, locale: string) {
  const number = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const toRow = (kind: string, name: string, items: number, embedded: number, behind: number): CoverageRow => ({
    kind,
    name,
    items: number.format(items),
    embedded: number.format(embedded),
    share: share.format(items === 0 ? 0 : Math.floor((embedded / items) * 1000) / 1000),
    percent: items === 0 ? 0 : (embedded / items) * 100,
    isWhole: embedded >= items,
    stale: number.format(behind),
  });
  const order = Object.keys(kindNames);
  const found = index.coverage.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const rows = found.map(({ kind, items, embedded }) =>
    toRow(
      kind,
      kindNames[kind]?.many ?? kind,
      items,
      embedded,
      stale.filter(({ key }) => key.startsWith(`${kind}:`)).length,
    ),
  );
  const sum = (name: "items" | "embedded") => found.reduce((all, row) => all + row[name], 0);
  return { rows, total: rows.length === 0 ? null : toRow("", "All", sum("items"), sum("embedded"), staleCount) };
}

function toVersions({ versions, chunks, runs }: IndexState, locale: string): VersionView[] {
  const number = new Intl.NumberFormat(locale);
  const before = versions.find(({ state, retiredAt }) => state === "retired" && retiredAt !== null);
  const shown = versions.filter((version) => version.state !== "retired" || version === before).slice(0, shownVersions);
  return shown.map((version) => {
    const { id, state, provider, model, dimensions, pooling, vectors, createdAt, liveSince } = version;
    const isWhole = vectors >= chunks;
    const run = runs.find((each) => each.version === id && (each.state === "running" || each.state === "paused"));
    return {
      id,
      name: nameVersion(version),
      state,
      model: provider === "lsa" ? "LSA, learnt from this site" : model,
      facts: [
        { name: "Model", value: provider === "lsa" ? "LSA, learnt from this site" : model },
        { name: "Dimensions", value: number.format(dimensions), note: poolingNote(pooling) },
        {
          name: "Chunks",
          value: isWhole ? number.format(vectors) : `${number.format(vectors)} of ${number.format(chunks)}`,
        },
      ],
      since: toInstant(liveSince ?? createdAt, locale),
      action: state === "ready" ? "switch" : version === before ? "rollback" : null,
      waits:
        state === "building"
          ? run
            ? "It can serve as soon as every chunk has its vector."
            : "Its run was ended before every chunk had a vector. It is deleted by itself."
          : null,
    };
  });
}

function poolingNote(pooling: string): string {
  return `Pooling: ${pooling}. How one vector is made of those of all words.`;
}
