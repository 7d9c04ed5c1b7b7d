// Bundle: staff
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type ButtonLook, nameButton } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { type MenuEntry, MenuItem } from "./menu-item.tsx";
import { findMenuTarget } from "./menu-keys.ts";
import "./recipes.ts";
import "./menu.css";

interface MenuProps extends ButtonLook {
  /** The name of the button and of the menu. */
  label: string;
  /** Stands on the button instead of `label`, such as the current value of a picker. */
  face?: ReactNode;
  /** The button shows its icon alone. */
  isIconOnly?: boolean;
  icon?: IconName;
  items: readonly MenuEntry[];
  className?: string;
}

/**
 * A button with a menu. The browser opens and closes it, so without script its items are still links and buttons of
 * forms. Arrow keys, Home, End, first letters and the items' own keys move and choose; Escape leads back to the button.
 */
export function Menu({ label, face, items, isIconOnly = false, className, ...look }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasScript = useHydrated();

  function onToggle({ newState }: ToggleEvent) {
    setOpen(newState === "open");
    if (newState === "open") focusStart(list.current);
  }

  /** The menu opens with the arrow that points to it, too. */
  function onTriggerKey(event: KeyboardEvent) {
    // The toggle event, and the focus with it, comes a moment after the menu opens. Keys until then are the menu's.
    if (list.current?.matches(":popover-open")) return onKey(event);
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (trigger.current) list.current?.showPopover({ source: trigger.current });
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === "Tab") return list.current?.hidePopover();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findMenuTarget(listItems(list.current), event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.item.focus();
    if (target.isChosen) target.item.click();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className ?? nameButton({ ...look, isIconOnly })}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={isIconOnly ? label : undefined}
        title={isIconOnly ? label : undefined}
        onKeyDown={onTriggerKey}
      >
        {look.icon && <Icon name={look.icon} />}
        {!isIconOnly && (face ?? label)}
        {!isIconOnly && <Icon name="caret-down" />}
      </button>
      <div
        ref={list}
        id={id}
        className="kit-menu kit-float"
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={onToggle}
        onKeyDown={onKey}
      >
        {items.map((entry, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- separators have no name, and entries keep their order
          <MenuItem key={at} entry={entry} isInTabOrder={!hasScript} />
        ))}
      </div>
    </>
  );
}

function listItems(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** What is chosen now, or the first item. */
function focusStart(list: Element | null): void {
  const items = listItems(list);
  (items.find((item) => item.getAttribute("aria-checked") === "true") ?? items[0])?.focus();
}
