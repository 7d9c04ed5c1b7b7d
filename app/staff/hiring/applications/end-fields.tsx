import { type Ending, endingNames, endReasons } from "#shared/hiring/hiring-stages.ts";
import { KitOptions, KitSelect, KitTextArea } from "#app/staff-kit/field.tsx";

const endings = Object.entries(endReasons) as [Ending, Record<string, string>][];

interface EndFieldsProps {
  form: string;
  error?: string | undefined;
  /** Offers to write to the candidate then. */
  canWrite?: boolean;
}

/** Why an application ends: one of the reasons, and what a person writes about it. The candidate never sees either. */
export function EndFields({ form, error, canWrite = false }: EndFieldsProps) {
  return (
    <>
      <KitSelect label="Reason" error={error} name="end" form={form}>
        {endings.map(([ending, reasons]) => (
          <optgroup key={ending} label={endingNames[ending]}>
            <KitOptions of={Object.entries(reasons).map(([key, name]) => ({ value: `${ending}:${key}`, name }))} />
          </optgroup>
        ))}
      </KitSelect>
      <KitTextArea
        label="Note"
        hint="For the staff alone. No mail is sent: a person writes to the candidate."
        name="note"
        form={form}
        rows={3}
        maxLength={1000}
      />
      {canWrite && (
        <label className="kit-row">
          <input type="checkbox" className="kit-check" name="write" value="rejection" form={form} />
          Write to them next, if you reject them
        </label>
      )}
    </>
  );
}
