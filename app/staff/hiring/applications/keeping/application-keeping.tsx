import { Form, useNavigation } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { HoldDialog } from "#app/staff/privacy/hold-form.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ApplicationView } from "../application-view.ts";

/** When it is deleted and why, whether the candidate was asked to let us keep it, and what holds it. */
export function ApplicationKeeping({ view, own }: { view: ApplicationView; own: string }) {
  const { end, isHeld, hold, mayHold, asked, sealed, noAsking } = view.keeping;
  const isBusy = useNavigation().formData?.get("do") === "ask-keep";
  return (
    <section aria-labelledby="keeping" className="application-keeping">
      <h2 id="keeping">Deletion</h2>
      {sealed && (
        <p>
          The candidate withdrew it on <LocalTime at={sealed} />. Only who may release the hold can still see it.
        </p>
      )}
      {isHeld && <p>A legal hold keeps it. It is not deleted until the hold ends.</p>}
      {!isHeld && end && (
        <p>
          Is deleted on {end.day}, because {end.because}.
        </p>
      )}
      {hold && (
        <p className="kit-hint">
          Held by {hold.setter} since <LocalTime at={hold.since} />: {hold.reason}
        </p>
      )}
      {asked && (
        <p className="kit-hint">
          Asked on <LocalTime at={asked.at} /> whether it may be kept until {asked.until}.{" "}
          {asked.answered === null ? (
            "No answer yet."
          ) : (
            <>
              The candidate said {asked.answer} on <LocalTime at={asked.answered} />.
            </>
          )}
        </p>
      )}
      <div className="kit-row">
        {!sealed && (
          <Form method="post" action={own} preventScrollReset onSubmit={(event) => isBusy && event.preventDefault()}>
            <Button
              type="submit"
              name="do"
              value="ask-keep"
              isBusy={isBusy}
              {...(noAsking !== null && { unavailable: noAsking })}
            >
              Ask to keep it
            </Button>
          </Form>
        )}
        {mayHold && hold && <HoldDialog target={{ hold: hold.id }} />}
        {mayHold && !hold && <HoldDialog target={{ application: view.id }} />}
      </div>
    </section>
  );
}
