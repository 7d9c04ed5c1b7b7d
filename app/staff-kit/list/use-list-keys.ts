import type { RefObject } from "react";
import { useShortcut } from "../use-shortcut.ts";
import { computeTicks, type Selection } from "./use-selection.ts";

const group = "In lists";

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  selection: Selection;
  /** The rows can be ticked. */
  canTick: boolean;
  /** The rows have a link that opens them. */
  canOpen: boolean;
  /** A record is open beside the rows: J and K lead from it to the next one. */
  hasPanel: boolean;
}

/** The row that has the focus in it. */
function current(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-row]") ?? null;
}

/** The keys of a list: they move between rows, tick them and lead to the search. Enter opens the row's own link. */
export function useListKeys({ list, selection, canTick, canOpen, hasPanel }: ListKeys): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];

  /** Moves the focus by one row; outside the rows to the first. False leaves the key its usual meaning. */
  function move(by: 1 | -1): boolean {
    const all = rows();
    const at = all.indexOf(current() as HTMLElement);
    const target = at < 0 ? all[0] : all[at + by];
    target?.querySelector<HTMLElement>("[data-main]")?.focus();
    return target !== undefined;
  }

  /** An arrow scrolls the page unless a row has the focus. */
  const step = (by: 1 | -1) => current() !== null && !document.activeElement?.closest("[popover]") && move(by);

  useShortcut({ keys: "j", name: "Next row", group, isOn: canOpen && !hasPanel }, () => move(1));
  useShortcut({ keys: "k", name: "Previous row", group, isOn: canOpen && !hasPanel }, () => move(-1));
  useShortcut({ keys: "ArrowDown", name: "Next row, from a row", group, isOn: canOpen }, () => step(1));
  useShortcut({ keys: "ArrowUp", name: "Previous row, from a row", group, isOn: canOpen }, () => step(-1));
  useShortcut({ keys: "Enter", name: "Open the row", group, isOn: canOpen }, () => false);
  useShortcut({ keys: "x", name: "Select the row", group, isOn: canTick }, tick);
  useShortcut({ keys: "Escape", name: "Clear the selection", group, isOn: canTick }, () => {
    if (
      computeTicks(list.current).every(({ checked }) => !checked) ||
      document.querySelector("dialog:modal, :popover-open")
    )
      return false;
    selection.setAll(false);
    return true;
  });
  useShortcut({ keys: "/", name: "Search the list", group }, () => {
    const field = list.current?.querySelector<HTMLInputElement>("input[type=search]");
    field?.focus();
    field?.select();
    return field !== undefined && field !== null;
  });
}

function tick(): boolean {
  const box = current()?.querySelector<HTMLInputElement>("input[data-tick]");
  box?.click();
  return box !== undefined && box !== null;
}
