import { ItemSteps, StepButton } from "./list-steps.tsx";
import { ChoiceField, TextField } from "./opening-text-field.tsx";
import type { Draft } from "./newest-opening.ts";
import "./recipes.ts";

interface PlaceFieldsProps {
  places: Draft["places"];
  onChange: (places: Draft["places"]) => void;
  countries: readonly { value: string; name: string }[];
  error?: string | undefined;
}

/** Where the work is done. */
export function PlaceFields({ places, onChange, countries, error }: PlaceFieldsProps) {
  const change = (at: number, patch: Partial<Draft["places"][number]>) =>
    onChange(places.map((place, index) => (index === at ? { ...place, ...patch } : place)));
  return (
    <fieldset className="job-group" id="job-places" tabIndex={-1}>
      <legend>Places</legend>
      {places.map((place, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- places have no name of their own, and may be the same
        <div key={at} className="job-item: grid grid-cols-[minmax(0,_1fr)] gap-8px pb-12px border-b-1px-line">
          <div className="job-pair">
            <TextField
              label="Town"
              name={`places[${at}].city`}
              maxLength={80}
              value={place.city}
              onChange={(city) => change(at, { city })}
            />
            <TextField
              label="Region"
              name={`places[${at}].region`}
              isOptional
              maxLength={80}
              value={place.region ?? ""}
              onChange={(region) => change(at, { region: region || null })}
            />
          </div>
          <ChoiceField
            label="Country"
            name={`places[${at}].country`}
            value={place.country}
            options={[{ value: "", name: "Choose" }, ...countries]}
            onChange={(country) => change(at, { country })}
          />
          <ItemSteps list="places" at={at} name={`place ${at + 1}`} first={0} last={places.length - 1} />
        </div>
      ))}
      {error && <p className="kit-error">{error}</p>}
      <StepButton step="places.add" icon="plus">
        Add a place
      </StepButton>
    </fieldset>
  );
}
