import { planRun } from "#worker/search/staff/manage-runs.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { Reading } from "../read-part.ts";
import { writeLength } from "./run-view.ts";

export interface PlanView {
  kind: "new" | "missing";
  title: string;
  text: string;
  facts: { name: string; value: string }[];
  /** What a new version can be of. */
  models: { value: string; name: string }[];
}

const titles = {
  new: {
    title: "Embed everything anew?",
    text: "A new version is built beside the one that serves. Visitors notice nothing until it is switched to.",
  },
  missing: {
    title: "Embed what has no vector?",
    text: "Chunks without a vector in the version that serves get one; those that failed are tried again.",
  },
};

/** What a run would do and cost; null where the address asks for none. Nothing is started. */
export async function readPlan(
  kind: string | null,
  { scope, locale }: Pick<Reading, "scope" | "locale">,
): Promise<PlanView | null> {
  if (kind !== "new" && kind !== "missing") return null;
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  try {
    const { estimate, models, model } = await planRun(scope.env, kind);
    const { texts, calls, tokens, cost, neurons, milliseconds } = estimate;
    return {
      kind,
      ...titles[kind],
      models: kind === "new" ? models.map((each) => ({ value: each.key, name: nameModel(each) })) : [],
      facts: [
        { name: "Model", value: nameModel(model) },
        { name: "Texts", value: number.format(texts) },
        { name: "Tokens, about", value: number.format(tokens) },
        { name: "Calls", value: model.provider === "lsa" ? "None" : number.format(calls) },
        {
          name: "Cost, about",
          value:
            cost === null
              ? "No price is known"
              : cost === 0
                ? "Nothing"
                : `${money.format(cost)} (${number.format(neurons ?? 0)} neurons)`,
        },
        { name: "Time, about", value: writeLength(milliseconds) },
      ],
    };
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ConflictError) return null;
    throw error;
  }
}

function nameModel({ provider, model, dimensions }: { provider: string; model: string; dimensions: number }): string {
  return `${provider === "lsa" ? "LSA, learnt from this site" : model}, ${dimensions}`;
}
