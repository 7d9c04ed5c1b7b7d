// Bundle: staff
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from "react";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";
import "./recipes.ts";
import "./kit.css";

export interface ButtonLook {
  /** `primary` once per page; `accent` for publishing and scheduling alone. */
  kind?: "plain" | "primary" | "accent" | "ghost" | "danger";
  isSmall?: boolean;
  icon?: IconName;
}

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<"button">, "children" | "disabled"> {
  /** The name. With `isIconOnly` it is read out and shown as a tooltip. */
  children: ReactNode;
  isIconOnly?: boolean;
  /** Its work is in progress. */
  isBusy?: boolean;
  /** Why it cannot be pressed now, and what unlocks it. The button stays in the tab order, so that everybody learns. */
  unavailable?: string | undefined;
}

/** A button of the staff area. Sends its form only with `type="submit"`. */
export function Button({ unavailable, isBusy = false, isIconOnly = false, children, ...props }: ButtonProps) {
  const id = useId();
  const { kind, isSmall, icon, type = "button", onClick, className = "", ...button } = props;
  const isOff = unavailable !== undefined || isBusy;
  const face = (
    <button
      {...button}
      type={type}
      className={`${nameButton({ kind, isSmall, isIconOnly })} ${className}`.trim()}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-label={isIconOnly && typeof children === "string" ? children : button["aria-label"]}
      aria-describedby={unavailable === undefined ? button["aria-describedby"] : `${id}-tip`}
      onClick={isOff ? stop : onClick}
    >
      {isBusy ? <StarSpinner /> : icon && <Icon name={icon} />}
      {!isIconOnly && children}
    </button>
  );
  const tip = unavailable ?? (isIconOnly && typeof children === "string" ? children : undefined);
  if (tip === undefined) return face;
  return (
    <Tooltip id={`${id}-tip`} text={tip} isHidden={unavailable === undefined}>
      {face}
    </Tooltip>
  );
}

function stop(event: MouseEvent) {
  event.preventDefault();
}

/** The classes of a button, for links that look like one. */
export function nameButton({
  kind = "plain",
  isSmall = false,
  isIconOnly = false,
}: {
  kind?: ButtonLook["kind"] | undefined;
  isSmall?: boolean | undefined;
  isIconOnly?: boolean;
} = {}): string {
  return ["kit-btn", kind !== "plain" && `kit-btn-${kind}`, isSmall && "kit-btn-small", isIconOnly && "kit-btn-icon"]
    .filter(Boolean)
    .join(" ");
}
