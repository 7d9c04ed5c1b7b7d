import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { countThings } from "#app/staff-kit/count.ts";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { Button } from "#app/staff-kit/button.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import type { FormProblem, Refusal } from "#shared/pages/refusal.ts";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { AppSetUp } from "./app-set-up.tsx";
import { FactorList } from "./factor-list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { FactorsAnswer } from "./second-factors-action.ts";
import type { FactorsView } from "./second-factors-view.ts";
import "./recipes.ts";
import "#app/staff/recipes.ts";
import "./second-factors.css";

interface SecondFactorsProps {
  view: FactorsView;
  /** What the page's action has answered, by `answerFactors`. */
  answer: FactorsAnswer | Refusal | null;
  /** Where the forms post to: a page whose action is `answerFactors`. */
  action?: string;
}

/** The second factors of an account: passkeys, authenticator apps and recovery codes, to add, name and remove. */
export function SecondFactors({ view, answer, action = "/account/security" }: SecondFactorsProps) {
  const isBusy = useNavigation().state === "submitting";
  const { done, codes, setUp, refusal } = readAnswer(answer);
  // A passkey is added by script, outside of forms; its recovery codes are shown until the next form.
  const [made, setMade] = useState<{ codes: string[] | null; after: SecondFactorsProps["answer"] } | null>(null);
  const added = made && made.after === answer ? made : null;
  const shown = codes ?? added?.codes ?? null;
  return (
    <div className="factors: grid gap-28px max-w-720px">
      {refusal && !setUp && !isBusy && <FormSummary title={refusal.title} problems={refusal.problems.map(dropField)} />}
      <DoneNotice text={added ? "The passkey is added." : done} />
      {shown && <RecoveryCodes key={shown.join()} codes={shown} />}
      {setUp && <AppSetUp key={setUp.id} setUp={setUp} refusal={refusal} action={action} isBusy={isBusy} />}
      <FactorList {...{ view, action }} />
      {!setUp && (
        <section className="factors-add: grid gap-24px [&>h2]:-mb-12px" aria-labelledby="factors-add">
          <h2 id="factors-add">{view.factors.length === 0 ? "Add one" : "Add another"}</h2>
          <AddPasskey onAdded={(codes) => setMade({ codes, after: answer })} />
          <Form className="factors-form" method="post" action={action} preventScrollReset>
            <KitInput
              label="Authenticator app"
              hint="It shows a new code every 30 seconds. Any app for TOTP works."
              name="name"
              defaultValue="Authenticator app"
              maxLength={80}
              required
            />
            <Button type="submit" name="do" value="begin-app" icon="plus">
              Set up an app
            </Button>
          </Form>
        </section>
      )}
      <section aria-labelledby="factors-codes">
        <h2 id="factors-codes">Recovery codes</h2>
        <p className="staff-text">{describeCodes(view)}</p>
        <div className="staff-actions">
          {view.factors.length === 0 ? (
            <Button unavailable={noFactor}>Make new codes…</Button>
          ) : (
            <DialogTrigger dialog="renew-codes">Make new codes…</DialogTrigger>
          )}
        </div>
        <ConfirmDialog
          id="renew-codes"
          title="Make new recovery codes?"
          summary="The older ones stop working at once."
          verb="Make"
          count={10}
          noun="code"
          fields={{ do: "renew-codes" }}
          action={action}
        >
          <p>You see the new codes once. Have a place ready to keep them: a password manager, or paper in a safe.</p>
        </ConfirmDialog>
      </section>
    </div>
  );
}

/** The forms are small, and most are in dialogs that are closed by then: no link leads to their fields. */
function dropField({ message, href }: FormProblem): FormProblem {
  return { message, ...(href !== undefined && { href }) };
}

const noFactor = "Recovery codes stand in for a passkey or an app. Add one first.";

function describeCodes({ codes: { left, all, secret } }: FactorsView): string {
  if (all === 0) return "They come with your first passkey or app, and let you in when you have lost it.";
  if (secret === "over")
    return "Your recovery codes no longer work; make new ones. The site has replaced its secret since.";
  if (left === 0) return "All are used. Make new ones, so that you get in when you have lost your passkey or app.";
  const ending =
    secret === "ending" ? " They stop working soon, because the site replaces its secret: make new ones." : "";
  return `${countThings(left, "code")} of ${all} left. Each signs you in once, after your password, without passkey or app.${ending}`;
}

function readAnswer(answer: SecondFactorsProps["answer"]): FactorsAnswer {
  if (!answer) return { done: null, codes: null, setUp: null, refusal: null };
  return "problems" in answer ? { done: null, codes: null, setUp: null, refusal: answer } : answer;
}
