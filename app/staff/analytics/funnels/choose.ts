import type { Funnel } from "#worker/analytics/list-funnels.ts";
import { fewestSteps, type FunnelStep, goals } from "#worker/analytics/figures/types.ts";
import type { AnalyticsState, DraftStep, FunnelDraft } from "../state.ts";
import { exampleFunnels, exampleKeys } from "#app/content/example-funnels.ts";

export interface FunnelChoice {
  /** All there are: the examples, then those of staff. */
  all: { id: string; name: string }[];
  /** The one that is shown, as it is stored. */
  chosen: { id: string; name: string; steps: readonly FunnelStep[]; version: number | null };
  /** What the open form holds; null where none is open. `id` and `version` are null for a new funnel. */
  form: (FunnelDraft & { id: string | null; version: number | null; problem: string | null }) | null;
  /** What is counted: null where the form has no steps that can be. */
  steps: readonly FunnelStep[] | null;
}

/** Which funnel the address asks for, of those that there are, and what is counted. */
export function chooseFunnel(
  { funnel, edit, draft, version }: Pick<AnalyticsState, "funnel" | "edit" | "draft" | "version">,
  stored: readonly Funnel[],
): FunnelChoice {
  const examples = exampleKeys.map((id) => Object.assign({ id, version: null }, exampleFunnels[id]));
  const all = [...examples, ...stored];
  const [first] = examples;
  const chosen = all.find(({ id }) => id === funnel) ?? first;
  if (!chosen) throw new Error("There is no example of a funnel.");
  const shown = { all: all.map(({ id, name }) => ({ id, name })), chosen };
  const isNew = edit === "funnel-new";
  if (!isNew && (edit !== "funnel" || chosen.version === null)) return { ...shown, form: null, steps: chosen.steps };
  const held = draft ?? (isNew ? { name: "", steps: [] } : chosen);
  const wrong = findWrongStep(held.steps);
  return {
    ...shown,
    form: {
      name: held.name,
      steps: held.steps,
      id: isNew ? null : chosen.id,
      version: isNew ? null : (version ?? chosen.version),
      problem: draft && findProblem(draft),
    },
    steps: wrong === null ? held.steps : null,
  };
}

/** The table holds as many letters; as an address writes them, so that a link can carry the steps. */
const longestSteps = 8000;

/** A sentence that says what is wrong with a funnel; null for one that can be stored. */
export function findProblem({ name, steps }: FunnelDraft): string | null {
  const { length } = new URLSearchParams({ steps: JSON.stringify(steps) }).toString();
  if (length > longestSteps) return "The steps are too long. Name fewer pages or events, or use a star.";
  return findWrongStep(steps) ?? (name === "" ? "Give the funnel a name." : null);
}

function findWrongStep(steps: readonly DraftStep[]): string | null {
  const both = steps.findIndex(({ picked }) => picked !== undefined);
  if (both >= 0) return `Step ${both + 1}: choose from the list or write a pattern, not both.`;
  if (steps.length < fewestSteps) return "A funnel has two steps at least.";
  for (const [index, { kind, values, about: data }] of steps.entries()) {
    const about = `Step ${index + 1}: `;
    const named = values.map((value) => (kind === "page" ? value.replace(/^!/, "") : value));
    if (kind === "page" && values.every((value) => value.startsWith("!")))
      return `${about}name a page besides those that are left out.`;
    if (kind !== "event" && kind !== "goal" && named.some((value) => !value.startsWith("/")))
      return `${about}a ${kind} begins with “/”.`;
    if (named.some((value) => value.split(/\*+/).length > 2)) return `${about}a path has one * or ** at most.`;
    if (data.split(",").some((value) => value.split(/\*+/).length > 2))
      return `${about}what an event is about has one * or ** at most.`;
    if (kind === "goal" && named.some((value) => !goals.some((goal) => goal === value)))
      return `${about}a goal is one of ${goals.join(", ")}.`;
  }
  return null;
}
