import { firstStage, hiredStage, mostStages } from "#shared/hiring/hiring-stages.ts";
import { mostCriteria } from "#shared/hiring/scorecard.ts";
import { Combobox } from "#app/staff-kit/combobox.tsx";
import { KitTextArea } from "#app/staff-kit/field.tsx";
import { ItemSteps, StepButton } from "./list-steps.tsx";
import { TextField } from "./opening-text-field.tsx";
import type { Draft, DraftChange } from "./newest-opening.ts";
import "#app/writing-kit/recipes.ts";
import "./recipes.ts";

interface HiringFieldsProps {
  draft: Draft;
  onChange: DraftChange;
  faults: Readonly<Record<string, string>>;
  people: readonly { id: string; name: string }[];
  /** Keys of the stages in which applications are. */
  usedStages: readonly string[];
}

/** The stages of a job's applications, what interviewers score and who hires for it: all change at once, as no reader sees them. */
export function HiringFields({ draft, onChange, faults, people, usedStages }: HiringFieldsProps) {
  const { stages, team, criteria } = draft;
  const options = people.map(({ id, name }) => ({ value: id, name }));
  return (
    <div className="panel-fields job-section">
      <h2>Hiring</h2>
      <p className="kit-hint">Team, criteria and stages change at once, without being published.</p>
      <Combobox
        label="Team"
        id="job-team"
        name="team"
        isOptional
        options={options}
        value={options.filter(({ value }) => (team as readonly string[]).includes(value))}
        error={faults["team"]}
        onChange={(chosen) => onChange({ team: chosen.map(({ value }) => value as Draft["team"][number]) })}
      />
      <KitTextArea
        label="Criteria"
        id="job-criteria"
        hint={`What interviewers score, one a line, ${mostCriteria} at most. Without any it is the usual ones.`}
        error={faults["criteria"]}
        name="criteria"
        rows={5}
        value={criteria.join("\n")}
        onChange={({ target }) => onChange({ criteria: target.value.split("\n") })}
      />
      <fieldset className="job-group" id="job-stages" tabIndex={-1}>
        <legend>Stages</legend>
        {stages.map(({ key, name }, at) => (
          <div
            key={key}
            className="job-stage: grid grid-cols-[minmax(0,_1fr)] gap-8px pb-12px border-b-1px-line grid-cols-[minmax(0,_1fr)_auto] items-end pb-0 border-b-0"
          >
            <input type="hidden" name={`stages[${at}].key`} value={key} readOnly />
            <TextField
              label={`Stage ${at + 1}`}
              name={`stages[${at}].name`}
              maxLength={60}
              value={name}
              onChange={(next) =>
                onChange({ stages: stages.map((stage, index) => (index === at ? { key, name: next } : stage)) })
              }
            />
            {key !== firstStage && key !== hiredStage && (
              <ItemSteps
                list="stages"
                at={at}
                name={`stage ${name}`}
                inUse={usedStages.includes(key) ? "Applications are in this stage. Move them first." : undefined}
                first={1}
                last={stages.length - 2}
              />
            )}
          </div>
        ))}
        {faults["stages"] && <p className="kit-error">{faults["stages"]}</p>}
        <StepButton
          step="stages.add"
          icon="plus"
          unavailable={stages.length >= mostStages ? `A job has ${mostStages} stages at most.` : undefined}
        >
          Add a stage
        </StepButton>
        <p className="kit-hint">
          Every stage also leads to Rejected and Withdrawn. Nobody is hired but from the stage before.
        </p>
      </fieldset>
    </div>
  );
}
