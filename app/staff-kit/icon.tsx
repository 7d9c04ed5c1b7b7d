import "./icons.css";

/** Every icon of the kit; its drawing stands under the same name in icons.css. */
export type IconName =
  | "arrow-down"
  | "arrow-left"
  | "arrow-right"
  | "arrow-up"
  | "calendar"
  | "caret-down"
  | "caret-left"
  | "caret-right"
  | "check"
  | "clock"
  | "desktop"
  | "done"
  | "download"
  | "eye"
  | "file"
  | "fingerprint"
  | "history"
  | "info"
  | "keyboard"
  | "link"
  | "list-checks"
  | "lock"
  | "menu"
  | "more"
  | "not-spam"
  | "pencil"
  | "phone"
  | "plus"
  | "prohibit"
  | "redo"
  | "rows"
  | "search"
  | "settings"
  | "sign-out"
  | "spam"
  | "status"
  | "trash"
  | "undo"
  | "upload"
  | "user"
  | "user-plus"
  | "warning"
  | "x";

/** A drawing beside words, or inside a control that has a name of its own: never read out. */
export function Icon({ name }: { name: IconName }) {
  return <span className={`kit-icon kit-icon-${name}`} aria-hidden="true" />;
}
