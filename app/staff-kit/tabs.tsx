import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "./tabs.css";

interface Tab {
  id: string;
  name: string;
  /** How many things it holds. */
  count?: number;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs are about. */
  label: string;
  tabs: readonly Tab[];
  /** The tab that is shown at first; left out, the first. */
  defaultTab?: string;
  /** The tab that is shown, where the page decides; with it, `onChoose` hears which one is wanted. */
  chosen?: string;
  onChoose?: (id: string) => void;
}

/**
 * Parts of one thing, one shown at a time; arrow keys, Home and End move. Without script all of them stand below each
 * other.
 */
export function Tabs({ label, tabs, defaultTab, chosen: wanted, onChoose }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultTab ?? tabs[0]?.id);
  const chosen = wanted ?? own;
  const hasScript = useHydrated();

  function choose(tab: string) {
    setOwn(tab);
    onChoose?.(tab);
  }

  function onKey(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: -1 };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = tabs.at(move === -1 ? -1 : move % tabs.length);
    if (!next) return;
    choose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }

  return (
    <div className="kit-tabs">
      <div
        className="needs-js kit-tabs-list: [&>button]:relative [&>button]:flex-none [&>button]:p-[0_10px] [&>button]:text-ink-2 [&>button]:font-500 [&>button]:whitespace-nowrap [&>button:hover]:text-ink [&>button:focus-visible]:outline-offset-[-3px] [&>button>span]:text-ink-3 [&>button>span]:text-13"
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKey}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.name} {tab.count !== undefined && <span>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`${id}-${tab.id}-panel`}
          className="kit-tabs-panel: py-12px"
          data-other={tab.id === chosen ? undefined : ""}
          {...(hasScript && {
            role: "tabpanel",
            tabIndex: 0,
            "aria-labelledby": `${id}-${tab.id}`,
            hidden: tab.id !== chosen,
          })}
        >
          {!hasScript && <h3 className="kit-tabs-name">{tab.name}</h3>}
          {tab.content}
        </div>
      ))}
    </div>
  );
}
