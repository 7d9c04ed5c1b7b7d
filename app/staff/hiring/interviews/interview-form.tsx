import { useContext, useId, useState } from "react";
import { Form, useNavigation } from "react-router";
import { interviewKindNames, interviewKinds, interviewLength, longest, mostTimes } from "#shared/hiring/interview.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Combobox, type Option } from "#app/staff-kit/combobox.tsx";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { KitInput, KitOptions, KitSelect, KitTextArea } from "#app/staff-kit/field.tsx";
import { TimeZone } from "#app/ui/local-time.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { TypedInterview } from "./refused.ts";

interface InterviewFormProps {
  /** The address of the page. */
  own: string;
  /** `id:version` of the interview that is changed; null for a new one. */
  interview: string | null;
  fields: TypedInterview;
  faults: Readonly<Record<string, string>>;
  colleagues: readonly Option[];
}

/** How many times can be typed where no script adds fields. */
const plainTimes = 4;

/** What a colleague proposes to the candidate, or books at once. */
export function InterviewForm({ own, interview, fields, faults, colleagues }: InterviewFormProps) {
  const sending = useNavigation().formData;
  const isBusy = sending?.get("do")?.toString().startsWith("interview:") ?? false;
  const id = useId();
  return (
    <Form
      method="post"
      action={own}
      preventScrollReset
      className="interview-form: grid gap-10px min-w-0 pt-6px"
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      {interview !== null && <input type="hidden" name="interview" value={interview} />}
      <Times times={fields.times} fault={faults["times"]} />
      <div className="interview-pair: grid grid-cols-[96px_minmax(0,_1fr)] gap-8px">
        <KitInput
          label="Minutes"
          error={faults["minutes"]}
          type="number"
          name="minutes"
          min={interviewLength.least}
          max={interviewLength.most}
          step={5}
          defaultValue={fields.minutes}
        />
        <KitSelect label="How" error={faults["kind"]} name="kind" defaultValue={fields.kind}>
          <KitOptions of={interviewKinds.map((kind) => ({ value: kind, name: interviewKindNames[kind] }))} />
        </KitSelect>
      </div>
      <KitInput
        label="Place, link or number"
        error={faults["place"]}
        isOptional
        name="place"
        maxLength={longest.place}
        defaultValue={fields.place}
        autoComplete="off"
      />
      <Combobox
        label="Interviewers"
        name="interviewer"
        options={colleagues}
        defaultValue={colleagues.filter(({ value }) => fields.interviewers.includes(value))}
        error={faults["interviewers"]}
      />
      <KitTextArea
        label="A line to the candidate"
        error={faults["message"]}
        isOptional
        name="message"
        rows={2}
        maxLength={longest.message}
        defaultValue={fields.message}
      />
      <label className="interview-check: flex gap-8px items-center min-h-28px" htmlFor={id}>
        <input id={id} className="kit-check" type="checkbox" name="booked" defaultChecked={fields.isBooked} />
        Book it at once, without asking the candidate
      </label>
      <div className="kit-row">
        <p className="kit-hint">The candidate gets a mail.</p>
        <Button
          type="submit"
          name="do"
          value={interview === null ? "interview:propose" : "interview:change"}
          isBusy={isBusy}
        >
          {interview === null ? "Send the proposal" : "Change the interview"}
        </Button>
      </div>
    </Form>
  );
}

function Times({ times, fault }: { times: TypedInterview["times"]; fault: string | undefined }) {
  const hasScript = useHydrated();
  const zone = useContext(TimeZone);
  const [keys, setKeys] = useState(() => times.map((_, at) => at).concat(times.length > 0 ? [] : [0]));
  const shown = hasScript ? keys : Array.from({ length: Math.max(times.length, plainTimes) }, (_, at) => at);
  const own = zone === null ? {} : { zone };
  return (
    <fieldset className="interview-times: grid gap-8px justify-items-start [&>legend]:mb-4px [&>legend]:p-0 [&>legend]:font-600">
      <legend>Times</legend>
      {shown.map((key, at) => (
        <div key={key} className="interview-time: flex gap-4px items-start w-full">
          <DateTimeField
            label={`Time ${at + 1}`}
            name="time"
            isOptional={at > 0}
            defaultValue={times[key] ?? { local: "", ...own }}
            {...(at === 0 && fault !== undefined && { error: fault })}
          />
          {hasScript && shown.length > 1 && (
            <Button
              kind="ghost"
              isSmall
              isIconOnly
              icon="x"
              onClick={() => setKeys(keys.filter((other) => other !== key))}
            >{`Remove time ${at + 1}`}</Button>
          )}
        </div>
      ))}
      {hasScript && (
        <Button
          isSmall
          icon="plus"
          unavailable={shown.length >= mostTimes ? `${mostTimes} times at most.` : undefined}
          onClick={() => setKeys([...keys, Math.max(...keys) + 1])}
        >
          Add a time
        </Button>
      )}
    </fieldset>
  );
}
