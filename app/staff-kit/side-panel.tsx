import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button, nameButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import type { MenuEntry } from "./menu-item.tsx";
import { showToast } from "./toasts.ts";
import { useShortcut } from "./use-shortcut.ts";
import "./side-panel.css";

interface SidePanelProps {
  /** What the panel shows, such as '1042'. */
  name: string;
  title: ReactNode;
  /** Where it stands in the list, such as '3 of 16'. */
  position?: string | undefined;
  /** Addresses of the ones before and after it, and of the list without a panel. The page's address says which is open. */
  previous?: string | undefined;
  next?: string | undefined;
  close: string;
  /** What else can be done with it. */
  actions?: readonly MenuEntry[];
  children: ReactNode;
  /** Stays in sight at the foot, such as the field for an answer. */
  foot?: ReactNode;
}

/**
 * One row of a list beside the list; below 1024 px a screen of its own. J and K lead on, Escape closes. The frame gives it
 * the focus when it opens, and the row when it closes (`useFocusOnPage`).
 */
export function SidePanel({ name, title, position, previous, next, close, actions, children, foot }: SidePanelProps) {
  return (
    <aside
      className="kit-panel: flex flex-col w-panel min-w-0 bg-bg border-l-1px-line focus:outline-none [&_h2]:m-0 [&_h2]:text-18 [&_h2]:leading-1.5rem lt-md:fixed lt-md:inset-0 lt-md:z-50 lt-md:w-auto lt-md:border-0"
      aria-label={name}
      tabIndex={-1}
    >
      <div className="kit-panel-bar: flex flex-none gap-8px items-center h-48px p-[0_8px_0_16px] border-b-1px-line [&>b]:font-600 [&>span]:text-ink-2">
        <b>{name}</b>
        {position && <span>{position}</span>}
        <span className="kit-panel-tools: flex gap-2px ml-auto">
          <PanelLink to={previous} icon="arrow-up" label="Previous" keys="k" />
          <PanelLink to={next} icon="arrow-down" label="Next" keys="j" />
          <Button kind="ghost" isSmall isIconOnly icon="link" className="needs-js" onClick={() => void copyAddress()}>
            Copy the link
          </Button>
          {actions && <Menu label="More" icon="more" isIconOnly kind="ghost" isSmall items={actions} />}
          <PanelLink to={close} icon="x" label="Close" keys="Escape" />
        </span>
      </div>
      <div className="kit-panel-body: grid flex-1 gap-10px content-start min-h-0 p-[14px_16px] overflow-auto">
        {/* Read out when another row is shown. */}
        <h2 aria-live="polite">{title}</h2>
        {children}
      </div>
      {foot && (
        <div className="kit-panel-foot: grid flex-none gap-8px p-[10px_16px_12px] bg-bg border-t-1px-line">{foot}</div>
      )}
    </aside>
  );
}

interface PanelLinkProps {
  to: string | undefined;
  icon: "arrow-up" | "arrow-down" | "x";
  label: string;
  keys: string;
}

function PanelLink({ to, icon, label, keys }: PanelLinkProps) {
  useShortcut({ keys, name: `${label} in the panel`, group: "This page", isOn: to !== undefined }, () => {
    // Escape belongs to a field, to a menu or to a dialog first.
    if (
      document.activeElement?.matches("input, textarea, select") ||
      document.querySelector("dialog:modal, :popover-open")
    )
      return false;
    document.querySelector<HTMLElement>(`.kit-panel [data-panel-link="${icon}"]`)?.click();
    return true;
  });
  if (to === undefined)
    return (
      <Button kind="ghost" isSmall isIconOnly icon={icon} unavailable={`${label}: none on this page of the list.`}>
        {label}
      </Button>
    );
  return (
    <Link
      className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
      to={to}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={label}
      data-panel-link={icon}
      preventScrollReset
    >
      <Icon name={icon} />
    </Link>
  );
}

async function copyAddress(): Promise<void> {
  await navigator.clipboard.writeText(location.href).then(
    () => showToast({ text: "Link copied" }),
    () => showToast({ text: "The browser did not let the link be copied.", tone: "error" }),
  );
}

/** The facts about a row: a name and a value each. */
export function Properties({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="kit-properties: [&>div]:grid [&>div]:grid-cols-[84px_minmax(0,_1fr)] [&>div]:gap-8px [&>div]:items-center [&_dt]:text-ink-2 [&_dt]:text-13">
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
