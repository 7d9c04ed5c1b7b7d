import { Form } from "react-router";
import { ownApplication } from "#app/content/pages/own-application.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import "./recipes.ts";

/** Takes the application back, which erases it. */
export function Withdraw({ refusal }: { refusal: Refusal | undefined }) {
  const isOurs = refusal && readAnswer(refusal.answers, "do") === "withdraw";
  return (
    <section className="own-part" aria-labelledby="withdraw">
      <h2 id="withdraw" className="h4">
        {ownApplication.withdraw.title}
      </h2>
      <p>{ownApplication.withdraw.text}</p>
      <Form method="post" noValidate>
        {isOurs && <FormSummary title={refusal.title} problems={refusal.problems} />}
        <input type="hidden" name="do" value="withdraw" />
        <Checkbox
          label={ownApplication.withdraw.sure}
          name="sure"
          value="on"
          error={fillFields(isOurs ? refusal : undefined, {})("sure").error}
        />
        <p>
          <button type="submit" className="btn btn-outline">
            {ownApplication.withdraw.send}
          </button>
        </p>
      </Form>
    </section>
  );
}
