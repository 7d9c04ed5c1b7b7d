import type { ChoiceGroup } from "./choices.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";

interface PickProps {
  name: string;
  /** Null where a label is around it. */
  label: string | null;
  groups: readonly ChoiceGroup[];
  value: string;
  /** What the empty choice is called. */
  none: string;
  id?: string;
  "aria-describedby"?: string | undefined;
}

/** A list of all that there is, by kind: it needs no script, and letters on the keyboard find a name in it. */
export function Pick({ label, groups, value, none, ...field }: PickProps) {
  return (
    <select className="kit-input" {...field} aria-label={label ?? undefined} defaultValue={value}>
      <option value="">{none}</option>
      {groups.map((group) => (
        <optgroup key={group.name} label={group.name}>
          <KitOptions of={group.choices} />
        </optgroup>
      ))}
    </select>
  );
}
