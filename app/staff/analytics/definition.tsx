import { type ReactNode, useId } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";

/** A button that explains what `name` counts. Works without script. */
export function Definition({ name, note }: { name: string; note: ReactNode }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="key-figures-why: relative z-1 grid place-items-center w-24px h-24px -my-4px text-ink-3 rounded-1/2 cursor-pointer hover:text-ink"
        popoverTarget={id}
        aria-label={`What “${name}” counts`}
      >
        <Icon name="info" />
      </button>
      <span
        id={id}
        className="kit-menu kit-float key-figures-note: [&:popover-open]:block [&:popover-open]:p-[10px_12px] [&:popover-open]:type-400-13/1.125rem-text [&:popover-open]:whitespace-normal"
        popover="auto"
      >
        {note}
      </span>
    </>
  );
}
