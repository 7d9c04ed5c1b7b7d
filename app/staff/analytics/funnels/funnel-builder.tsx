import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitInput, KitOptions } from "#app/staff-kit/field.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { FormProblem } from "../form-problem.tsx";
import { type AnalyticsState, buildFormPath, buildPath, listFields } from "../state.ts";
import { Pick as PickList } from "../goals/pick.tsx";
import type { FunnelForm } from "./view.ts";

/** Names that steps can have, offered while somebody types. */
const offered = [
  "form-start",
  "form-error",
  "form-sent",
  "call-to-action",
  "download",
  "apply",
  "search",
  "outbound",
  "enquiry",
  "application",
];

/** What may be written in a row, by its kind. */
const examples = { page: "/contact", section: "/insights", event: "form-start", goal: "enquiry" } as const;

/**
 * The form of a funnel. Preview sends it with the address, so that its figures can be seen before anything is stored; saving
 * posts the same fields.
 */
export function FunnelBuilder({ state, form }: { state: AnalyticsState; form: FunnelForm }) {
  const { id, version, name, rows, kinds, groups, problem } = form;
  const action = buildPath(state);
  return (
    <section className="panel" id="funnel-form" aria-labelledby="funnel-form-title" tabIndex={-1}>
      <header>
        <h2 id="funnel-form-title">{id === null ? "New funnel" : "Change the funnel"}</h2>
      </header>
      <Form preventScrollReset className="funnel-form: grid gap-8px max-w-760px" data-edit-form>
        {listFields({ ...state, draft: null, version }).map(([field, value]) => (
          <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
        ))}
        {/* What Enter presses: without it, that would be the first button that moves a step. */}
        <button type="submit" hidden formNoValidate aria-label="Preview" />
        <KitInput label="Name" name="name" required maxLength={60} autoComplete="off" defaultValue={name} />
        <ol className="funnel-steps: grid gap-6px pl-20px list-decimal [&_fieldset]:grid [&_fieldset]:grid-cols-[minmax(0,_1fr)_32px] [&_fieldset]:gap-6px [&_fieldset]:items-center [&_details]:col-[1/-1] [&_details>div]:grid [&_details>div]:grid-cols-[112px_minmax(0,_2fr)_minmax(0,_1fr)] [&_details>div]:gap-6px [&_details>div]:py-[2px_6px] [@media_(width<640px)]:[&_fieldset]:grid-cols-[minmax(0,_1fr)_44px] [@media_(width<640px)]:[&_details>div]:grid-cols-[minmax(0,_1fr)_minmax(0,_1fr)]">
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are told apart by their place alone
            <li key={place}>
              <Step row={row} place={place} kinds={kinds} groups={groups} />
            </li>
          ))}
        </ol>
        <datalist id="funnel-offered">
          <KitOptions of={offered} />
        </datalist>
        <FormProblem text={problem} />
        <p className="kit-hint">An empty row is no step; Preview adds a row.</p>
        <p className="kit-hint" id="funnel-hint">
          A pattern is a page such as /contact; /insights/* is any page right below, /insights/** any at all,
          !/insights/archive leaves one out. A section such as /insights. An event such as form-start, about contact or
          /media/**. A goal: enquiry, application or download. Several with commas: one of them is enough.
        </p>
        <div className="kit-row">
          <Button type="submit" isSmall formNoValidate>
            Preview
          </Button>
          <Button
            type="submit"
            kind="primary"
            isSmall
            formMethod="post"
            formAction={buildFormPath(state)}
            name="do"
            value={id === null ? "funnel-add" : "funnel-change"}
          >
            Save
          </Button>
          <Link className={nameButton({ kind: "ghost", isSmall: true })} to={action} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

interface StepProps extends Pick<FunnelForm, "kinds" | "groups"> {
  row: FunnelForm["rows"][number];
  place: number;
}

/** One step: picked from the list, or written as a pattern. */
function Step({ row: { pick, kind, text, about, mayRise }, place, kinds, groups }: StepProps) {
  return (
    <fieldset>
      <legend className="kit-unseen">Step {place + 1}</legend>
      <PickList name="step-pick" label="What happens" groups={groups} value={pick} none="Choose…" />
      {mayRise ? (
        <button
          className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
          type="submit"
          formNoValidate
          name="step-up"
          value={place}
          aria-label={`Move step ${place + 1} up`}
          title="Move up"
        >
          <Icon name="arrow-up" />
        </button>
      ) : (
        <span />
      )}
      <details open={text !== "" || undefined}>
        <summary>
          A pattern instead
          <Icon name="caret-down" />
        </summary>
        <div>
          <select className="kit-input" name="step-kind" aria-label="What" defaultValue={kind}>
            <KitOptions of={kinds} />
          </select>
          <input
            className="kit-input"
            name="step-of"
            list="funnel-offered"
            aria-label="Which"
            placeholder={examples[kind]}
            aria-describedby="funnel-hint"
            maxLength={500}
            autoComplete="off"
            defaultValue={text}
          />
          <input
            className="kit-input"
            name="step-about"
            aria-label="Event about"
            placeholder="about (events)"
            maxLength={100}
            autoComplete="off"
            defaultValue={about}
          />
        </div>
      </details>
    </fieldset>
  );
}
