import { useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { decideDraft, type FieldPlace, type MergedDraft } from "./merge-drafts.ts";
import type { Choice, Place } from "./merge-texts.client.ts";
import { diffTexts } from "./diff-texts.ts";
import { WordDiff } from "./word-diff.tsx";
import "./recipes.ts";

interface MergeDialogProps<Draft extends object> {
  merged: MergedDraft<Draft>;
  /** What the two sides are called, such as 'Yours' and 'Ada’s'. */
  names: { mine: string; theirs: string };
  /** What an id stands for, where the field holds ids. */
  describe: (patch: Partial<Draft>) => string;
  onDecide: (draft: Draft) => void;
  onClose: () => void;
}

/** Shows each place that two people changed differently, side by side; both stay unless somebody decides. */
export function MergeDialog<Draft extends object>({
  merged,
  names,
  describe,
  onDecide,
  onClose,
}: MergeDialogProps<Draft>) {
  const places = merged.parts.filter((part): part is Place => typeof part !== "string");
  const [text, setText] = useState<Choice[]>(() => places.map(() => "both"));
  const [fields, setFields] = useState<Choice[]>(() => merged.fields.map(() => "mine"));
  const count = places.length + merged.fields.length;

  return (
    <Dialog
      id="article-merge"
      className="merge-dialog"
      title={count === 1 ? "One place was changed twice" : `${count} places were changed twice`}
      isOpen
      onClose={onClose}
      summary="Everything else is merged already. Undo takes this back."
      keep="Decide later"
      confirm={
        <Button kind="primary" onClick={() => onDecide(decideDraft(merged, { text, fields }))}>
          Go on with this
        </Button>
      }
    >
      {merged.fields.map((field, at) => (
        <FieldChoice
          key={field.name}
          {...{ field, names, describe }}
          choice={fields[at] ?? "mine"}
          onChange={(choice) => setFields(fields.with(at, choice))}
        />
      ))}
      {places.map((place, at) => (
        <PlaceChoice
          // oxlint-disable-next-line react/no-array-index-key -- places have no name, and keep their order
          key={at}
          {...{ place, names, at }}
          choice={text[at] ?? "both"}
          onChange={(choice) => setText(text.with(at, choice))}
        />
      ))}
    </Dialog>
  );
}

interface ChoiceProps {
  names: MergeDialogProps<object>["names"];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

function PlaceChoice({ place, at, names, choice, onChange }: ChoiceProps & { place: Place; at: number }) {
  const parts = diffTexts(place.mine.trim(), place.theirs.trim());
  return (
    <section className="merge-place" aria-label={`Place ${at + 1}`}>
      <div className="merge-sides">
        <div>
          <h3>{names.mine}</h3>
          {place.mine.trim() === "" ? <p className="kit-hint">Deleted</p> : <WordDiff parts={parts} side="before" />}
        </div>
        <div>
          <h3>{names.theirs}</h3>
          {place.theirs.trim() === "" ? <p className="kit-hint">Deleted</p> : <WordDiff parts={parts} side="after" />}
        </div>
      </div>
      <Segments
        label={`Place ${at + 1}: keep`}
        name={`place-${at}`}
        value={choice}
        onChange={(value) => onChange(value as Choice)}
        options={[
          { value: "mine", name: `Keep ${names.mine.toLowerCase()}` },
          { value: "theirs", name: `Keep ${names.theirs}` },
          { value: "both", name: "Keep both" },
        ]}
      />
    </section>
  );
}

function FieldChoice<Draft extends object>({
  field,
  names,
  describe,
  choice,
  onChange,
}: ChoiceProps & { field: FieldPlace<Draft>; describe: MergeDialogProps<Draft>["describe"] }) {
  return (
    <section className="merge-place" aria-label={field.name}>
      <h3>{field.name}</h3>
      <div className="merge-sides">
        <div>
          <h4>{names.mine}</h4>
          <p>{describe(field.mine)}</p>
        </div>
        <div>
          <h4>{names.theirs}</h4>
          <p>{describe(field.theirs)}</p>
        </div>
      </div>
      <Segments
        label={`${field.name}: keep`}
        name={`field-${field.name}`}
        value={choice}
        onChange={(value) => onChange(value as Choice)}
        options={[
          { value: "mine", name: `Keep ${names.mine.toLowerCase()}` },
          { value: "theirs", name: `Keep ${names.theirs}` },
        ]}
      />
    </section>
  );
}
