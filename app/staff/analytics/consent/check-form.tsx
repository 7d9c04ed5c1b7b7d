import { Form, Link, useNavigation } from "react-router";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Select } from "#app/ui/select.tsx";
import type { CheckedProof } from "./answer-check.ts";
import { page } from "./page.ts";
import { buildProofPath } from "./proofs/proof-list.ts";
import "../recipes.ts";
import "./recipes.ts";

interface CheckPanelProps {
  refused: Refusal | null;
  checked: CheckedProof | null;
  /** Why the form did not get through. */
  offline: string | null;
}

/** Asks which proof belongs to a visitor who tells the number and the time that their browser stores. */
export function CheckPanel({ refused, checked, offline }: CheckPanelProps) {
  const isBusy = useNavigation().state === "submitting";
  const answers = refused?.answers ?? checked?.asked ?? {};
  const fill = fillFields(refused, answers);
  return (
    <section className="panel" aria-labelledby="check">
      <header>
        <h2 id="check">Check a proof</h2>
      </header>
      <p className="panel-none">
        A visitor finds both in the storage of their browser: the number under “visitor-data” (visitId), the time under
        “cookie-consent-date”. Nothing that you enter is stored. Who rejects at once has no number to tell.
      </p>
      <Form
        className="consent-check: grid gap-12px justify-items-start max-w-420px mt-10px"
        method="post"
        action={page.path}
        noValidate
        preventScrollReset
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
        {offline && !isBusy && <FormSummary title="You seem to be offline." problems={[{ message: offline }]} />}
        <Field label="Visitor number" {...fill("visitor")} autoComplete="off" spellCheck={false} maxLength={64} />
        <Select
          label="Choice"
          name="status"
          defaultValue={readAnswer(answers, "status") ?? "accepted"}
          options={[
            { value: "accepted", name: "Accepted" },
            { value: "rejected", name: "Rejected" },
          ]}
        />
        <Field
          label="Time of the choice"
          {...fill("time")}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          hint="To the millisecond, like 2026-11-23T09:15:04.123Z."
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Check
        </Button>
      </Form>
      <div role="status">{checked && !isBusy && <Result {...checked} />}</div>
    </section>
  );
}

function Result({ id, proof }: Pick<CheckedProof, "id" | "proof">) {
  if (!proof)
    return (
      <p className="consent-result">
        <b>The ledger has no such proof.</b> It would be <code>{id}</code>. A digit of number or time may be wrong, or
        the choice is older than the three years for which proofs are kept.
      </p>
    );
  return (
    <p className="consent-result">
      <b>This is proof</b>{" "}
      <Link to={buildProofPath(id)}>
        <code>{id}</code>
      </Link>
      , received <LocalTime at={proof.receivedAt} />, banner of {proof.version ?? "no version"}
      {proof.isOurs ? "." : ", which is none of ours."}
    </p>
  );
}
