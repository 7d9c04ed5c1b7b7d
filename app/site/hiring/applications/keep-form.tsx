import { Form } from "react-router";
import { ownApplication } from "#app/content/pages/own-application.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import "./recipes.ts";

interface KeepFormProps {
  /** What a yes says. */
  words: string;
  refusal: Refusal | undefined;
}

/** Whether the application may be stored for longer, as staff have asked by mail. */
export function KeepForm({ words, refusal }: KeepFormProps) {
  const isOurs = refusal && readAnswer(refusal.answers, "do") === "keep";
  return (
    <section className="own-part" aria-labelledby="keep">
      <h2 id="keep" className="h4">
        {ownApplication.keep.title}
      </h2>
      <p>{ownApplication.keep.text}</p>
      <p>
        {ownApplication.keep.means} <q>{words}</q>
      </p>
      <Form method="post" noValidate>
        {isOurs && <FormSummary title={refusal.title} problems={refusal.problems} />}
        <input type="hidden" name="do" value="keep" />
        <p className="own-choices">
          <button type="submit" className="btn btn-outline" name="answer" value="yes">
            {ownApplication.keep.yes}
          </button>
          <button type="submit" className="btn btn-outline" name="answer" value="no">
            {ownApplication.keep.no}
          </button>
        </p>
      </Form>
    </section>
  );
}
