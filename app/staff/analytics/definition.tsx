import { type ReactNode, useId } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";

/** A button that explains what `name` counts. Works without script. */
export function Definition({ name, note }: { name: string; note: ReactNode }) {
  const id = useId();
  return (
    <>
      <button type="button" className="key-figures-why" popoverTarget={id} aria-label={`What “${name}” counts`}>
        <Icon name="info" />
      </button>
      <span id={id} className="kit-menu kit-float key-figures-note" popover="auto">
        {note}
      </span>
    </>
  );
}
