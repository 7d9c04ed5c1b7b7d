import { Form } from "react-router";
import { KitInput } from "#app/staff-kit/field.tsx";
import { parts } from "../parts.ts";
import { Effect } from "./effect.tsx";
import type { EffectView } from "./effect-view.ts";
import { CheckField, FormFoot } from "./synonyms-form.tsx";
import type { RuleDraft } from "./words-view.ts";
import "../recipes.ts";

interface RuleFormProps {
  draft: RuleDraft;
  problem: string | null;
  effect: EffectView | null;
}

/** One pin or exclusion, and what it would change. */
export function RuleForm({ draft, problem, effect }: RuleFormProps) {
  const { of, id, version, query, page, place, check } = draft;
  const isPin = of === "pin";
  const title = `${id === "" ? "New" : "Change"} ${isPin ? "pin" : "exclusion"}`;
  const isAboutPage = problem?.startsWith("No page") ?? false;
  return (
    <section className="panel search-form" id="words-form" aria-labelledby="words-form-title">
      <header>
        <h2 id="words-form-title">{title}</h2>
      </header>
      <Form method="post" action={parts.words.path} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="kind" value={of} />
        <KitInput
          label="Search"
          hint={
            isPin
              ? "Just these words, in this order. Capitals, accents and signs make no difference."
              : "Just these words, in this order. Left empty, it counts for every search."
          }
          isOptional={!isPin}
          error={isAboutPage ? undefined : (problem ?? undefined)}
          name="query"
          defaultValue={query}
          maxLength={300}
          required={isPin}
        />
        <KitInput
          label="Page"
          hint="Its address, such as /contact, or its whole title."
          error={isAboutPage ? (problem ?? undefined) : undefined}
          name="page"
          defaultValue={page}
          maxLength={300}
          required
        />
        {isPin && (
          <KitInput
            label="Place"
            hint="1 stands first. What the words do not lead to at all is not shown for them."
            className="search-short: max-w-96px"
            type="number"
            name="place"
            min={1}
            max={10}
            defaultValue={place}
          />
        )}
        <CheckField check={check} />
        <FormFoot of="rule" />
      </Form>
      {effect && <Effect view={effect} />}
    </section>
  );
}
