import { employmentNames, offer, payPeriodNames, workplaceNames } from "#shared/hiring/opening-names.ts";
import { makeSlug } from "#shared/text/make-slug.ts";
import { Combobox } from "#app/staff-kit/combobox.tsx";
import { DateField } from "#app/staff-kit/date-field.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ChoiceField, NumberField, TextField } from "./opening-text-field.tsx";
import type { OpeningView } from "./opening.tsx";
import type { Draft, DraftChange } from "./newest-opening.ts";
import { readClosingDay, toClosingDay } from "./closing-day.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";
import "#app/writing-kit/recipes.ts";
import "./recipes.ts";

interface OpeningFactsFieldsProps {
  draft: Draft;
  onChange: DraftChange;
  faults: Readonly<Record<string, string>>;
  view: Pick<OpeningView, "countries" | "departments" | "origin">;
  /** The address that the public knows; null while it knows none. */
  liveSlug: string | null;
}

const currencies = "EUR GBP USD CHF PLN CZK DKK SEK NOK HUF RON TRY INR AED CAD AUD NZD SGD JPY BRL MXN ZAR".split(" ");

/** What a job says beside its text: address, kind, pay, places and end. */
export function OpeningFactsFields({ draft, onChange, faults, view, liveSlug }: OpeningFactsFieldsProps) {
  const { closesAt } = draft;
  return (
    <div className="panel-fields job-section">
      <h2>The job</h2>
      <AddressField {...{ liveSlug, onChange }} slug={draft.slug} origin={view.origin} error={faults["slug"]} />
      <div className="job-pair">
        <TextField
          label="Department"
          id="job-department"
          name="department"
          list="job-departments"
          maxLength={60}
          value={draft.department}
          error={faults["department"]}
          onChange={(department) => onChange({ department })}
        />
        <datalist id="job-departments">
          <KitOptions of={view.departments} />
        </datalist>
        <TextField
          label="Requisition id"
          id="job-requisitionId"
          name="requisitionId"
          maxLength={40}
          value={draft.requisitionId}
          error={faults["requisitionId"]}
          onChange={(requisitionId) => onChange({ requisitionId })}
        />
      </div>
      <div className="job-pair">
        <ChoiceField
          label="Employment"
          name="employment"
          value={draft.employment}
          options={offer(employmentNames)}
          onChange={(employment) => onChange({ employment })}
        />
        <NumberField
          label="Openings"
          id="job-openings"
          name="openings"
          min={1}
          max={999}
          step={1}
          value={draft.openings}
          error={faults["openings"]}
          onChange={(openings) => onChange({ openings: openings ?? 1 })}
        />
      </div>
      <DateField
        label="Open until the end of"
        id="job-closesAt"
        name="closesOn"
        defaultValue={toClosingDay(closesAt)}
        error={faults["closesAt"]}
        hint="A day in UTC. Without one it closes 60 days after it is published."
        onChange={(day) => onChange({ closesAt: readClosingDay(day, closesAt) })}
      />
      <PayFields pay={draft.pay} onChange={(pay) => onChange({ pay })} error={faults["pay"]} />
      <ChoiceField
        label="Workplace"
        id="job-workplace"
        name="workplace"
        value={draft.workplace}
        options={offer(workplaceNames)}
        onChange={(workplace) => onChange({ workplace })}
      />
      <PlaceFields
        places={draft.places}
        onChange={(places) => onChange({ places })}
        countries={view.countries}
        error={faults["places"]}
      />
      <Combobox
        label="May be done remotely from"
        id="job-remoteCountries"
        name="remoteCountries"
        options={view.countries}
        value={view.countries.filter(({ value }) => draft.remoteCountries.includes(value))}
        error={faults["remoteCountries"]}
        isOptional={draft.workplace !== "remote"}
        onChange={(chosen) => onChange({ remoteCountries: chosen.map(({ value }) => value) })}
      />
    </div>
  );
}

interface AddressFieldProps {
  slug: string;
  liveSlug: string | null;
  origin: string;
  error: string | undefined;
  onChange: DraftChange;
}

function AddressField({ slug, liveSlug, origin, error, onChange }: AddressFieldProps) {
  const moves = liveSlug !== null && liveSlug !== slug;
  return (
    <TextField
      label="Address"
      id="job-slug"
      name="slug"
      maxLength={80}
      value={slug}
      error={error}
      hint={
        moves
          ? `${origin}/careers/${liveSlug} leads to the new address once the changes are published.`
          : `${origin}/careers/${slug}`
      }
      onChange={(text) => onChange({ slug: text.toLowerCase().replaceAll(/[\s_/.]+/g, "-") })}
      onBlur={() => onChange({ slug: makeSlug(slug) || slug })}
    />
  );
}

interface PayFieldsProps {
  pay: Draft["pay"];
  onChange: (pay: Draft["pay"]) => void;
  error: string | undefined;
}

function PayFields({ pay, onChange, error }: PayFieldsProps) {
  const codes = currencies.includes(pay.currency) || pay.currency === "" ? currencies : [pay.currency, ...currencies];
  return (
    <fieldset className="job-group" id="job-pay" tabIndex={-1}>
      <legend>Pay</legend>
      <div className="job-pair">
        <NumberField
          label="From"
          name="pay.min"
          min={0}
          value={pay.min}
          onChange={(min) => onChange({ ...pay, min })}
        />
        <NumberField label="To" name="pay.max" min={0} value={pay.max} onChange={(max) => onChange({ ...pay, max })} />
        <ChoiceField
          label="Currency"
          name="pay.currency"
          value={pay.currency}
          options={["", ...codes].map((value) => ({ value, name: value || "Choose" }))}
          onChange={(currency) => onChange({ ...pay, currency })}
        />
        <ChoiceField
          label="For"
          name="pay.period"
          value={pay.period}
          options={offer(payPeriodNames)}
          onChange={(period) => onChange({ ...pay, period })}
        />
      </div>
      {error && <p className="kit-error">{error}</p>}
    </fieldset>
  );
}
