import type { MouseEvent } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "./icon.tsx";
import { Keys } from "./keys.tsx";

/** One line of a menu. */
export type MenuEntry = MenuChoice | { kind: "separator" } | { kind: "heading"; name: string };

interface MenuChoice {
  kind?: "item";
  name: string;
  icon?: IconName;
  /** A single key that chooses the item while the menu is open. */
  keys?: string;
  /** A word at the end, such as 'here now'. */
  note?: string;
  tone?: "plain" | "danger";
  /** Set in a menu that picks one value of several. */
  isChecked?: boolean;
  /** Why it cannot be chosen now, and what unlocks it. */
  unavailable?: string | undefined;
  onSelect?: () => void;
  /** Leads to another page. */
  to?: string;
  /** Sends the form with this id, with this name and value. */
  submit?: { form: string; name?: string; value?: string };
  /** Opens the dialog with this id. */
  dialog?: string;
}

export function MenuItem({ entry, isInTabOrder }: { entry: MenuEntry; isInTabOrder: boolean }) {
  if (entry.kind === "separator") return <hr />;
  if (entry.kind === "heading")
    return (
      <p className="kit-menu-heading" role="presentation">
        {entry.name}
      </p>
    );
  return <Choice entry={entry} isInTabOrder={isInTabOrder} />;
}

function Choice({ entry, isInTabOrder }: { entry: MenuChoice; isInTabOrder: boolean }) {
  const { name, icon, keys, note, tone, isChecked, unavailable, onSelect, to, submit, dialog } = entry;
  const shared = {
    className: `kit-menu-item ${tone === "danger" ? "kit-menu-danger" : ""}`.trim(),
    role: isChecked === undefined ? "menuitem" : "menuitemradio",
    tabIndex: isInTabOrder ? 0 : -1,
    "data-name": name,
    "aria-checked": isChecked,
    "aria-keyshortcuts": keys,
    "aria-disabled": unavailable ? true : undefined,
  };
  const face = (
    <>
      {isChecked === undefined ? icon && <Icon name={icon} /> : <Checkmark isShown={isChecked} />}
      <span className="kit-menu-words">
        <span>{name}</span>
        {unavailable && <span className="kit-menu-why: text-ink-2 font-400 text-13">{unavailable}</span>}
      </span>
      {note && <span className="kit-menu-note">{note}</span>}
      {keys && <Keys keys={keys} />}
    </>
  );

  function choose(event: MouseEvent<HTMLElement>) {
    if (unavailable) return event.preventDefault();
    // First the menu gives the focus back, so that a dialog that opens now gives it back to the same button.
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    onSelect?.();
  }

  if (to !== undefined && !unavailable)
    return (
      <Link {...shared} to={to} onClick={choose}>
        {face}
      </Link>
    );
  return (
    <button
      {...shared}
      type={submit && !unavailable ? "submit" : "button"}
      {...(submit && !unavailable && { form: submit.form, name: submit.name, value: submit.value })}
      {...(dialog && !unavailable && { command: "show-modal", commandfor: dialog })}
      onClick={choose}
    >
      {face}
    </button>
  );
}

function Checkmark({ isShown }: { isShown: boolean }) {
  return <span className="kit-menu-check">{isShown && <Icon name="check" />}</span>;
}
