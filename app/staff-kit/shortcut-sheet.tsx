import { useState, useSyncExternalStore } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Keys } from "./keys.tsx";
import {
  areSingleKeysOn,
  readShortcuts,
  type ShortcutWords,
  subscribeShortcuts,
  switchSingleKeys,
} from "./shortcuts.ts";
import { Switch } from "./switch.tsx";
import { useShortcut } from "./use-shortcut.ts";
import "./shortcut-sheet.css";

const none: readonly ShortcutWords[] = [];

/** Every shortcut of the page in sight, and the switch for those of a single key. `?` opens it. Once, in the frame. */
export function ShortcutSheet() {
  const [isOpen, setOpen] = useState(false);
  const hasScript = useHydrated();
  const shortcuts = useSyncExternalStore(subscribeShortcuts, readShortcuts, () => none);
  const isOn = useSyncExternalStore(subscribeShortcuts, areSingleKeysOn, () => true);
  useShortcut({ keys: "?", name: "Show this list", group: "Everywhere" }, () => setOpen(true));
  const groups = Map.groupBy(shortcuts, ({ group }) => group);

  return (
    <>
      {hasScript && (
        <span className="kit-sheet-button: inline-flex lt-md:hidden">
          <Button kind="ghost" isIconOnly icon="keyboard" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Keyboard shortcuts
          </Button>
        </span>
      )}
      <Dialog id="staff-keys" title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Switch checked={isOn} onChange={({ target }) => switchSingleKeys(target.checked)}>
          Listen to single keys
        </Switch>
        <p className="kit-hint">Turn them off if a voice or a habit sets them off. Remembered on this device.</p>
        {[...groups].map(([group, entries]) => (
          <section
            key={group}
            className="kit-sheet-group: [&_h3]:m-[0_0_4px] [&_dl>div]:flex [&_dl>div]:gap-12px [&_dl>div]:items-center [&_dl>div]:justify-between [&_dl>div]:min-h-32px [&_dl>div]:border-t-1px-line"
          >
            <h3>{group}</h3>
            <dl>
              {entries.map(({ keys, name }) => (
                <div key={`${keys} ${name}`}>
                  <dt>{name}</dt>
                  <dd>
                    <Keys keys={keys} isRead />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  );
}
