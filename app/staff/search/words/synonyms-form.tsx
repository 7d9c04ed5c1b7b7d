import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { parts } from "../parts.ts";
import { Effect } from "./effect.tsx";
import type { EffectView } from "./effect-view.ts";
import type { SynonymsDraft } from "./words-view.ts";
import "../recipes.ts";

interface SynonymsFormProps {
  draft: SynonymsDraft;
  problem: string | null;
  effect: EffectView | null;
}

/** One group of synonyms, and what it would change. */
export function SynonymsForm({ draft, problem, effect }: SynonymsFormProps) {
  const { id, version, texts, oneWay, check } = draft;
  return (
    <section className="panel search-form" id="words-form" aria-labelledby="words-form-title">
      <header>
        <h2 id="words-form-title">{id === "" ? "New synonyms" : "Change synonyms"}</h2>
      </header>
      <Form method="post" action={parts.words.path} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <KitTextArea
          label="Words or phrases that mean the same"
          hint="One on each line, two to twelve, each of at most four words. Capitals, accents and endings make no difference."
          error={problem ?? undefined}
          name="texts"
          rows={4}
          defaultValue={texts}
          required
        />
        <Segments
          label="Which way"
          name="one-way"
          options={[
            { value: "no", name: "Both ways" },
            { value: "yes", name: "Only for the first" },
          ]}
          defaultValue={oneWay ? "yes" : "no"}
        />
        <p className="kit-hint">
          Only for the first: who searches for the first finds the others, too, and not the other way round.
        </p>
        <CheckField check={check} />
        <FormFoot of="synonyms" />
      </Form>
      {effect && <Effect view={effect} />}
    </section>
  );
}

export function CheckField({ check }: { check: string }) {
  return (
    <KitTextArea
      label="Searches to try before saving"
      hint="One on each line. The frequent searches of 30 days are tried in any case."
      isOptional
      name="check"
      rows={2}
      defaultValue={check}
    />
  );
}

export function FormFoot({ of }: { of: "synonyms" | "rule" }) {
  return (
    <div className="kit-row">
      <Button type="submit" kind="primary" name="do" value={`${of}-save`}>
        Save
      </Button>
      <Button type="submit" name="do" value={`${of}-preview`}>
        Show what it changes
      </Button>
      <Link className={nameButton({ kind: "ghost" })} to={parts.words.path} preventScrollReset>
        Cancel
      </Link>
    </div>
  );
}
