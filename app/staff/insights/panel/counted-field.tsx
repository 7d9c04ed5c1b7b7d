import { KitField } from "#app/staff-kit/field.tsx";

interface CountedFieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Where readers see it cut, in characters. */
  limit: number;
  /** What may be stored. */
  most: number;
  hint: string;
  /** What stands there while it is empty. */
  placeholder?: string;
  error?: string | undefined;
  isLong?: boolean;
  isOptional?: boolean;
}

/** A text with the number of its characters, which is said where it is past what readers see. */
export function CountedField({ id, label, value, onChange, limit, most, hint, isLong, ...rest }: CountedFieldProps) {
  const { placeholder, error, isOptional = false } = rest;
  // What is stored is counted: runs of spaces become one.
  const length = value.trim().replaceAll(/\s+/g, " ").length;
  const counted =
    length > limit ? `${length} of ${limit} characters: the end is cut.` : `${length} of ${limit} characters.`;
  return (
    <KitField label={label} id={id} error={error} isOptional={isOptional} hint={`${counted} ${hint}`}>
      {(ties) => {
        const control = {
          ...ties,
          className: "kit-input",
          value,
          maxLength: most,
          placeholder,
          onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
        };
        return isLong ? <textarea {...control} rows={3} /> : <input {...control} autoComplete="off" />;
      }}
    </KitField>
  );
}
