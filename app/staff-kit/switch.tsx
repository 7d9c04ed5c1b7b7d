// Bundle: staff
import { type ComponentPropsWithRef, useId } from "react";
import { Icon } from "./icon.tsx";
import "./recipes.ts";
import "./kit.css";
import "./switch.css";

interface SwitchProps extends Omit<ComponentPropsWithRef<"input">, "children" | "type" | "role" | "disabled"> {
  children: string;
  /** Why it cannot be switched now, and what unlocks it. */
  unavailable?: string;
}

/** Turns something on or off at once. A checkbox to forms and to readers of screens, so it works without script. */
export function Switch({ children, unavailable, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className="kit-switch: [&>label]:inline-flex [&>label]:gap-8px [&>label]:items-center [&>label]:min-h-24px [&>label]:cursor-pointer [&_:has(>[aria-disabled='true'])]:text-ink-3 [&_:has(>[aria-disabled='true'])]:cursor-not-allowed [&_[aria-disabled='true']]:cursor-not-allowed [&_[aria-disabled='true']]:op-50 lt-md:[&>label]:min-h-40px">
      <label>
        <input
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the browser tells whether it is on
          role="switch"
          aria-disabled={unavailable ? true : undefined}
          aria-describedby={unavailable && id}
          onClick={(event) => (unavailable ? event.preventDefault() : input.onClick?.(event))}
        />
        {children}
      </label>
      {unavailable && <Why id={id}>{unavailable}</Why>}
    </div>
  );
}

/** Says beside a control why it cannot be used now, and what unlocks it; `id` is for its `aria-describedby`. */
export function Why({ id, children }: { id: string; children: string }) {
  return (
    <p className="kit-why: text-ink-2 text-13 leading-1.125rem flex gap-6px items-start" id={id}>
      <Icon name="info" />
      {children}
    </p>
  );
}
