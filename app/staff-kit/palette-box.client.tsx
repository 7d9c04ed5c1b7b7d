import { type KeyboardEvent, useId, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { Button } from "./button.tsx";
import { countThings } from "./count.ts";
import { Icon } from "./icon.tsx";
import { type PaletteItem, readSources, subscribeSources } from "./palette-sources.ts";
import { includesText } from "./use-found-options.ts";
import { useFoundRecords } from "./use-found-records.ts";

interface PaletteBoxProps {
  pages: readonly PaletteItem[];
  /** Something was chosen. */
  onDone: () => void;
}

/** A field, and under it the pages and records that match. The focus stays in the field; arrow keys mark a line. */
export function PaletteBox({ pages, onDone }: PaletteBoxProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(0);
  const sources = useSyncExternalStore(subscribeSources, readSources);
  const { groups: records, isLoading, hasFailed } = useFoundRecords(text.trim(), sources);
  const matching = pages.filter(({ name, note }) => includesText(`${note} ${name}`, text.trim()));
  const groups = [{ name: "Pages", items: matching }, ...records].flatMap(({ name, items }) =>
    items && items.length > 0 ? [{ name, items }] : [],
  );
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const at = Math.min(marked, count - 1);

  function onKey(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + count, Home: 0, End: count - 1 };
    const move = moves[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      document.getElementById(`${id}-${at}`)?.click();
    } else if (move !== undefined && count > 0 && !(text && ["Home", "End"].includes(event.key))) {
      event.preventDefault();
      setMarked(move % count);
      document.getElementById(`${id}-${move % count}`)?.scrollIntoView({ block: "nearest" });
    }
  }

  let line = -1;
  return (
    <>
      <div className="kit-palette-field: flex flex-none gap-10px items-center h-52px p-[0_12px_0_16px] border-b-1px-line focus-within:[box-shadow:inset_0_-3px_var(--focus)]">
        <Icon name="search" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog that has just been opened consists of it
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
          aria-label="Search or jump to"
          placeholder="Search or jump to"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setMarked(0);
          }}
          onKeyDown={onKey}
        />
        <Button kind="ghost" isSmall onClick={onDone}>
          Close
        </Button>
      </div>
      <div
        id={`${id}-list`}
        className="kit-palette-list: grid gap-8px content-start min-h-0 p-8px overflow-auto [&_p]:p-[4px_10px] [&_p]:text-ink-2 [&_p]:text-13"
        role="listbox"
        aria-label="Results"
      >
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true">{group.name}</p>
            {group.items.map((item) => {
              line += 1;
              return (
                <Link
                  key={item.to}
                  id={`${id}-${line}`}
                  className="kit-palette-item: flex gap-12px items-center min-h-36px p-[0_10px] font-500 rounded-8px [&>:last-child:not(:first-child)]:ml-auto [&>:last-child:not(:first-child)]:text-ink-2 [&>:last-child:not(:first-child)]:font-400 [&>:last-child:not(:first-child)]:text-13 [&:is(:hover,[aria-selected='true'])]:bg-surface-2 lt-md:min-h-44px forced:aria-[selected=true]:[outline:2px_solid_Highlight] forced:aria-[selected=true]:outline-offset-[-2px]"
                  role="option"
                  tabIndex={-1}
                  to={item.to}
                  aria-selected={line === at}
                  onClick={onDone}
                >
                  <span>{item.name}</span>
                  {item.note && <span>{item.note}</span>}
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      <p className="kit-palette-foot: flex-none p-[8px_16px] text-ink-2 text-13 border-t-1px-line" role="status">
        {formatResults({ count, isLoading, hasFailed })}
      </p>
    </>
  );
}

function formatResults({ count, isLoading, hasFailed }: { count: number; isLoading: boolean; hasFailed: boolean }) {
  if (isLoading) return "Searching…";
  const found = count === 0 ? "Nothing matches." : `${countThings(count, "result")}.`;
  return hasFailed ? `${found} Some could not be searched just now.` : found;
}
