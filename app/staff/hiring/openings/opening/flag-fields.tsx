import { ChoiceField, NumberField } from "./opening-text-field.tsx";
import type { Draft } from "./newest-opening.ts";
import "./recipes.ts";

type Question = Draft["questions"][number];

interface FlagFieldsProps {
  question: Question;
  /** The name of a field of the question. */
  name: (field: string) => string;
  onChange: (patch: Pick<Question, "knockOut">) => void;
}

/** Which answers flag an application for a person. */
export function FlagFields({ question: { kind, options, knockOut }, name, onChange }: FlagFieldsProps) {
  if (kind === "yes-no")
    return (
      <ChoiceField
        label="Flag the answer"
        name={name("flag")}
        value={knockOut !== null && "answer" in knockOut ? knockOut.answer : ""}
        options={[
          { value: "", name: "Neither" },
          { value: "yes", name: "Yes" },
          { value: "no", name: "No" },
        ]}
        onChange={(answer) => onChange({ knockOut: answer === "" ? null : { answer } })}
      />
    );
  if (kind === "one" || kind === "several") {
    const flagged = knockOut !== null && "options" in knockOut ? knockOut.options : [];
    const known = [...new Set(options.map((option) => option.trim()).filter(Boolean))];
    if (known.length === 0) return null;
    return (
      <fieldset className="job-flags: grid grid-cols-[minmax(0,_1fr)] gap-12px [&>legend]:p-0 [&>legend]:mb-8px [&>legend]:font-600">
        <legend>Flag these answers</legend>
        {known.map((option) => (
          <label key={option} className="job-check">
            <input
              type="checkbox"
              className="kit-check"
              name={name("flagged")}
              value={option}
              checked={flagged.includes(option)}
              onChange={({ target }) => {
                const next = known.filter((each) => (each === option ? target.checked : flagged.includes(each)));
                onChange({ knockOut: next.length > 0 ? { options: next } : null });
              }}
            />
            {option}
          </label>
        ))}
      </fieldset>
    );
  }
  if (kind !== "number") return null;
  const limits = knockOut !== null && !("answer" in knockOut) && !("options" in knockOut) ? knockOut : {};
  const set = (side: "below" | "above", value: number | null) => {
    const { [side]: _, ...other } = limits;
    const next = { ...other, ...(value !== null && { [side]: value }) };
    onChange({ knockOut: Object.keys(next).length > 0 ? next : null });
  };
  return (
    <div className="job-pair">
      <NumberField
        label="Flag numbers below"
        name={name("below")}
        isOptional
        value={limits.below ?? null}
        onChange={(value) => set("below", value)}
      />
      <NumberField
        label="Flag numbers above"
        name={name("above")}
        isOptional
        value={limits.above ?? null}
        onChange={(value) => set("above", value)}
      />
    </div>
  );
}
