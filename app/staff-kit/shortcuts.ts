import { singleKeysKey } from "#shared/pages/single-keys.ts";
import { isSingleKey, matchShortcut, type Press } from "./match-shortcut.ts";

export interface ShortcutWords {
  /** Such as `mod+k`, `?` or `g i`: see match-shortcut.ts. */
  keys: string;
  /** What it does. */
  name: string;
  /** The heading on the sheet of shortcuts under which it stands. */
  group: string;
}

interface Shortcut extends ShortcutWords {
  run: () => boolean | void;
}

/** Two keys of one shortcut follow each other within this time, in milliseconds. */
const patience = 1200;

const listeners = new Set<() => void>();
let shortcuts: readonly Shortcut[] = [];
let presses: (Press & { at: number })[] = [];

/**
 * Listens for a shortcut until the function it returns is called. Of two with the same keys the later one is heard,
 * unless it answers false.
 */
export function addShortcut(shortcut: Shortcut): () => void {
  if (shortcuts.length === 0) addEventListener("keydown", hear);
  change([...shortcuts, shortcut]);
  return () => {
    change(shortcuts.filter((other) => other !== shortcut));
    if (shortcuts.length === 0) removeEventListener("keydown", hear);
  };
}

/** Those of the page as it is now; the same array until it changes. */
export function readShortcuts(): readonly ShortcutWords[] {
  return shortcuts;
}

export function subscribeShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether shortcuts of one key are heard. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(singleKeysKey) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(singleKeysKey);
    else localStorage.setItem(singleKeysKey, "off");
  } catch {
    // Storage is blocked: they stay on.
  }
  for (const listener of listeners) listener();
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const { key, ctrlKey, metaKey, altKey } = event;
  presses = [...presses, { key, ctrlKey, metaKey, altKey, at: event.timeStamp }]
    .filter(({ at }) => event.timeStamp - at < patience)
    .slice(-3);
  const matched = shortcuts.filter(({ keys }) => matchShortcut(keys, presses) === "whole");
  // Most keys are no shortcut, and to look for open dialogs in a long page takes time.
  if (matched.length === 0) return;
  const isQuiet = isElsewhere(event.target) || !areSingleKeysOn();
  // The longest is asked first, `g i` before `i`, and of two the later one.
  const found = matched
    .filter(({ keys }) => !(isQuiet && isSingleKey(keys)))
    .toSorted((a, b) => a.keys.length - b.keys.length);
  if (!found.some((_, at) => found.at(-1 - at)?.run() !== false)) return;
  event.preventDefault();
  presses = [];
}

/** Whether the key belongs to a field, a menu or a dialog, which has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog:modal, [role=menu]:popover-open")) return true;
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox]") !==
      null
  );
}

function change(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}
