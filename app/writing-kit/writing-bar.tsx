import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface WritingBarProps {
  /** The list of all, its name, and what the arrow is called: "Back to the articles". */
  back: { to: string; name: string; label: string };
  title: string;
  /** How it stands, and who else writes it. */
  standing: ReactNode;
  /** How safe its text is. */
  saved: ReactNode;
  more: readonly MenuEntry[];
  /** `isEmpty`: nothing is written yet, so nothing is stored. */
  preview: { path: string; isShown: boolean; isEmpty: boolean; switchTo: () => void };
  /** What makes it public; shown only where script is to run. */
  publish: ReactNode;
  /** Dialogs that the menu opens. */
  children: ReactNode;
}

/** The bar above what is written: a link back, its state, whether its text is saved, and its actions. */
export function WritingBar({ back, title, standing, saved, more, preview, publish, children }: WritingBarProps) {
  const hasScript = useHydrated();
  return (
    <header className="article-bar">
      <button
        type="button"
        className={`${nameButton({ kind: "ghost", isIconOnly: true })} article-burger`}
        popoverTarget="staff-menu"
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <Link className={nameButton({ kind: "ghost", isIconOnly: true })} to={back.to} aria-label={back.label}>
        <Icon name="arrow-left" />
      </Link>
      <p className="article-where">
        <Link to={back.to}>{back.name}</Link>
        <Icon name="caret-right" />
      </p>
      <h1>{title}</h1>
      {standing}
      <div className="article-tools">
        {saved}
        {more.length > 0 && <Menu label="More" icon="more" isIconOnly kind="ghost" items={more} />}
        <button
          type="button"
          className={`${nameButton({ kind: "ghost", isIconOnly: true })} article-panel-opener`}
          popoverTarget="article-panel"
          aria-label="Settings"
          title="Settings"
        >
          <Icon name="settings" />
        </button>
        <div className="article-script needs-js">
          <Button
            className="article-preview"
            icon={preview.isShown ? "pencil" : "eye"}
            onClick={preview.switchTo}
            unavailable={preview.isEmpty ? "Nothing is written yet." : undefined}
          >
            {preview.isShown ? "Write" : "Preview"}
          </Button>
          {publish}
        </div>
        {!hasScript && !preview.isEmpty && (
          <a className={`${nameButton()} article-plain`} href={preview.path} target="_blank" rel="noreferrer">
            <Icon name="eye" />
            Preview
          </a>
        )}
      </div>
      {children}
    </header>
  );
}
