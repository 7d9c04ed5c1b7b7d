import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { readTimeZone } from "#app/client/time-zone.ts";
import { formLabels } from "#app/content/form-labels.ts";
import { ownApplication } from "#app/content/pages/own-application.ts";
import { formatTime, longest } from "#shared/hiring/interview.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { FieldNotes, toFieldId } from "#app/ui/field-frame.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ShownInterview, ShownTime } from "./show-interviews.ts";
import "./recipes.ts";
import "#app/ui/field-recipes.ts";
import "./own-interviews.css";

const words = ownApplication.interviews;

interface OwnInterviewsProps {
  interviews: readonly ShownInterview[];
  path: string;
  /** Known of the candidate; "" where it is not. */
  timeZone: string;
  refusal: Refusal | undefined;
}

/** The interviews of a candidate: times to choose from, and what is booked. */
export function OwnInterviews({ interviews, path, timeZone, refusal }: OwnInterviewsProps) {
  const ofDevice = useHydrated() ? readTimeZone() : "";
  if (interviews.length === 0) return null;
  const refused = readAnswer(refusal?.answers ?? {}, "interview");
  const zone = ofDevice || timeZone || "UTC";
  return (
    <section className="own-part" aria-labelledby="interviews">
      <h2 id="interviews" className="h4">
        {words.title(interviews.length)}
      </h2>
      <p>{words.zone(zone.replaceAll("_", " "))}</p>
      {interviews.map((interview) => (
        <Interview
          key={interview.id}
          {...{ interview, path }}
          refusal={interview.id === refused ? refusal : undefined}
          // Problems lead to the fields of one of them.
          isMain={interview.id === (refused || interviews.find(({ state }) => state === "proposed")?.id)}
        />
      ))}
    </section>
  );
}

interface InterviewProps extends Pick<OwnInterviewsProps, "path" | "refusal"> {
  interview: ShownInterview;
  isMain: boolean;
}

function Interview({ interview, path, refusal, isMain }: InterviewProps) {
  const { id, state, start, how, place, minutes, message, people } = interview;
  return (
    <div className="own-interview: [.own-interview+&]:mt-24px [.own-interview+&]:pt-24px [.own-interview+&]:border-t-1px-line [&>*+*]:mt-12px">
      {state === "booked" && start && (
        <p className="own-interview-time: text-20 font-600">
          <TimeOf time={start} />
        </p>
      )}
      {state === "cancelled" && start && (
        <p>
          {words.cancelled[0]} <TimeOf time={start} /> {words.cancelled[1]}
        </p>
      )}
      {state !== "cancelled" && (
        <>
          <p>
            {words.length(how, minutes)}
            {place && <>, {isLink(place) ? <a href={place}>{place}</a> : place}</>}
            {people.length > 0 && words.people(people)}.
          </p>
          {message && <p className="own-interview-words: pl-16px whitespace-pre-wrap border-l-3px-line">{message}</p>}
        </>
      )}
      {refusal && <FormSummary title={refusal.title} problems={refusal.problems} />}
      {state === "booked" && (
        <a className="btn btn-outline" href={`${path}/interviews/${id}/calendar.ics`} download="interview.ics">
          {words.calendar}
        </a>
      )}
      {state === "proposed" && <Pick {...{ interview, refusal, isMain }} />}
    </div>
  );
}

function isLink(place: string): boolean {
  return /^https:\/\/\S+$/i.test(place);
}

function Pick({ interview, refusal, isMain }: Omit<InterviewProps, "path">) {
  const made = useId();
  const busy = useNavigation().state === "submitting";
  const { id, times, isDeclined } = interview;
  const fill = fillFields(refusal, refusal?.answers ?? {});
  const { error, defaultValue } = fill("time");
  const answer = fill("answer");
  const answerId = isMain ? toFieldId("answer") : made;
  const isDeclining = readAnswer(refusal?.answers ?? {}, "do") === "decline";
  return (
    <>
      {isDeclined && <p>{words.declined}</p>}
      {times.length === 0 && <p>{words.over}</p>}
      {times.length > 0 && (
        <Form method="post" noValidate onSubmit={(event) => busy && event.preventDefault()}>
          <input type="hidden" name="do" value="pick" />
          <input type="hidden" name="interview" value={id} />
          <fieldset
            className="own-times: m-[0_0_16px] [&>legend]:mb-8px [&>legend]:p-0 [&>legend]:font-600 [&_input]:flex-none [&_input]:w-20px [&_input]:h-20px [&_input]:[accent-color:var(--accent-text)]"
            aria-describedby={error ? `${id}-error` : undefined}
          >
            <legend>{words.choose}</legend>
            {times.map((time, at) => (
              <label key={time.at}>
                <input
                  type="radio"
                  name="time"
                  value={time.at}
                  defaultChecked={defaultValue === String(time.at)}
                  // Where the list of problems leads to.
                  id={at === 0 && isMain ? toFieldId("time") : undefined}
                />
                <TimeOf time={time} />
              </label>
            ))}
            {error && (
              <p className="field-error" id={`${id}-error`}>
                {error}
              </p>
            )}
          </fieldset>
          <p>
            <button type="submit" className="btn btn-primary" aria-disabled={busy}>
              {words.book}
            </button>
          </p>
        </Form>
      )}
      <details className="apply-text" open={isDeclining || times.length === 0}>
        <summary>{words.none}</summary>
        <Form method="post" onSubmit={(event) => busy && event.preventDefault()}>
          <input type="hidden" name="do" value="decline" />
          <input type="hidden" name="interview" value={id} />
          <div className="field">
            <label className="field-label" htmlFor={answerId}>
              {words.when} <span className="field-optional">{formLabels.optional}</span>
            </label>
            <textarea
              id={answerId}
              name="answer"
              className="field-input field-area"
              rows={3}
              maxLength={longest.answer}
              defaultValue={answer.defaultValue}
              aria-invalid={answer.error ? true : undefined}
              aria-describedby={answer.error ? `${made}-error` : undefined}
            />
            <FieldNotes id={made} error={answer.error} />
          </div>
          <p>
            <button type="submit" className="btn btn-outline" aria-disabled={busy}>
              {words.decline}
            </button>
          </p>
        </Form>
      </details>
    </>
  );
}

/** A time in the zone of the device; before script runs in the zone that is known of the candidate. */
function TimeOf({ time: { at, iso, name } }: { time: ShownTime }) {
  const text = useHydrated() ? formatTime(at, { locale: navigator.language, zone: undefined }) : name;
  return <time dateTime={iso}>{text}</time>;
}
