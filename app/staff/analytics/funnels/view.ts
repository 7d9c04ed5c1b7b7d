import { decodePath } from "#shared/text/decode-path.ts";
import { type FunnelFigure, type FunnelStep, mostSteps, stepKinds } from "#worker/analytics/figures/types.ts";
import type { Seen } from "#worker/analytics/list-seen.ts";
import { listChoices, writePick } from "../goals/choices.ts";
import { nameValue } from "../names.ts";
import { type AnalyticsState, buildPath, type DraftStep } from "../state.ts";
import type { Writing } from "#worker/analytics/figures/writing.ts";
import type { FunnelChoice } from "./choose.ts";
import { findExample } from "#app/content/example-funnels.ts";

export type FunnelsView = ReturnType<typeof toFunnelsView>;
export type FunnelForm = ReturnType<typeof toFunnelForm>;

interface Reader {
  state: AnalyticsState;
  locale: string;
  writing: Writing;
  seen?: Seen | null;
}

/** Everything that the report of funnels shows. */
export function toFunnelsView(
  { all, chosen, form, steps }: FunnelChoice,
  figures: readonly FunnelFigure[],
  reader: Reader,
) {
  const { state, locale, writing, seen = null } = reader;
  const names = form ? null : (findExample(chosen.id)?.stepNames ?? null);
  return {
    list: all.map(({ id, name }) => ({
      id,
      name,
      to: buildPath(state, { funnel: id }),
      isChosen: id === chosen.id && form?.id !== null,
    })),
    name: form ? "Preview" : chosen.name,
    /** Null for an example, which nobody changes. */
    own: form || chosen.version === null ? null : { id: chosen.id, version: chosen.version },
    copyPath: buildPath(state, {
      edit: "funnel-new",
      draft: { name: `Copy of ${chosen.name}`.slice(0, 60), steps: chosen.steps },
    }),
    form: form && seen ? toFunnelForm(form, seen) : null,
    steps: steps ? toSteps(steps, figures, { names, locale, writing }) : null,
    outcome: steps ? describeOutcome(figures, writing) : null,
  };
}

/** The form of a funnel with what it holds, and all that its steps can be picked from. */
export function toFunnelForm({ id, version, name, problem, steps }: NonNullable<FunnelChoice["form"]>, seen: Seen) {
  const kinds = stepKinds.map((kind) => ({ value: kind, name: kindNames[kind] }));
  return {
    id,
    version,
    name,
    problem,
    rows: fillRows(steps),
    kinds,
    groups: listChoices(seen, steps.map(findPick), true),
  };
}

/** The item of the list that a step is, or that was also picked; "" for none. */
const findPick = (step: DraftStep) => step.picked ?? writePick(step);

/** The rows of the form: one more than are filled, and three at least. What the list has is picked, anything else is written. */
function fillRows(steps: readonly DraftStep[]) {
  const count = Math.min(mostSteps, Math.max(3, steps.length + 1));
  return Array.from({ length: count }, (_, place) => {
    const step = steps[place];
    const pick = step ? findPick(step) : "";
    const { kind, values, about } = step && (pick === "" || step.picked) ? step : nothing;
    return { pick, kind, text: values.join(", "), about, mayRise: place > 0 && place < steps.length };
  });
}

const nothing: FunnelStep = { kind: "page", values: [], about: "" };

const kindNames = { page: "Page", section: "Section", event: "Event", goal: "Goal" } as const;

/** "Event: Form start, about contact". */
export function nameStep({ kind, values, about }: FunnelStep, locale: string): string {
  const written = values.map((value) => (kind === "page" ? decodePath(value) : nameValue(kind, value, locale)));
  const named = `${kindNames[kind]}: ${written.join(" or ").replaceAll(" or !", ", not ")}`;
  return about === "" ? named : `${named}, about ${about}`;
}

interface Naming {
  names: readonly string[] | null;
  locale: string;
  writing: Writing;
}

/** A row for each step. Shares are of the step before, but for the last column, which is of the first step. */
export function toSteps(
  steps: readonly FunnelStep[],
  figures: readonly FunnelFigure[],
  { names, locale, writing }: Naming,
) {
  const [first] = figures;
  const share = (part: number, all: number | undefined) => (all ? writing.cellShare(part / all) : null);
  return figures.map(({ visits, median, before }, index) => {
    const [last, step] = [figures[index - 1], steps[index]];
    return {
      key: index,
      name: names?.[index] ?? (step ? nameStep(step, locale) : ""),
      visits: writing.number(visits),
      share: last ? share(visits, last.visits) : null,
      lost: last ? writing.number(last.visits - visits) : null,
      ofFirst: share(visits, first?.visits),
      time: median === null ? null : writing.metric(median, "engaged"),
      before: before === null ? null : writing.number(before),
      width: Math.round((visits / Math.max(1, first?.visits ?? 0)) * 1000) / 10,
    };
  });
}

/** How many came to the end, in a sentence, with the period before. */
function describeOutcome(figures: readonly FunnelFigure[], writing: Writing): string | null {
  const [first, last] = [figures[0], figures.at(-1)];
  if (!first || !last) return null;
  if (first.visits === 0) return "No visit of these days began it.";
  const now = last.visits / first.visits;
  const text = `${writing.number(last.visits)} of ${writing.number(first.visits)} visits came to the end: ${writing.share(now)}`;
  if (last.before === null || !first.before) return `${text}.`;
  const then = last.before / first.before;
  return `${text}, ${writing.share(then)} in the period before (${writing.metricChange(now, then, "bounce")}).`;
}
