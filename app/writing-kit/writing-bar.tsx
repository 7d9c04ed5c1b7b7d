import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "./recipes.ts";

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
    <header
      // The bar of an article, in place of the frame's own.
      // What stays in sight there are the tools of the text.
      className="article-bar: sticky top-0 z-5 flex col-[1/-1] gap-8px items-center min-h-56px p-[8px_12px] bg-bg border-b-1px-line lt-md:static lt-md:flex-wrap lt-md:p-[6px_8px]"
    >
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
      <p className="article-where: flex gap-6px items-center text-ink-2 [&>a:hover]:text-ink [&>a:hover]:underline lt-xl:hidden">
        <Link to={back.to}>{back.name}</Link>
        <Icon name="caret-right" />
      </p>
      <h1>{title}</h1>
      {standing}
      <div className="article-tools: flex flex-none gap-4px items-center ml-auto lt-md:flex-[1_0_100%] lt-md:[justify-content:flex-end] lt-md:ml-0">
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
        <div className="needs-js article-script: flex flex-none gap-8px ml-4px">
          <Button
            // Its name stays for screen readers.
            className="article-preview: [@media_(width<480px)]:[.article-script_&]:gap-0 [@media_(width<480px)]:[.article-script_&]:w-ctl [@media_(width<480px)]:[.article-script_&]:p-0 [@media_(width<480px)]:[.article-script_&]:[font-size:0]"
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
