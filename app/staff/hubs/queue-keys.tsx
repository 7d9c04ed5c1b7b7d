import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Keys } from "#app/staff-kit/keys.tsx";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import type { QueueView } from "./queues/queue.ts";

const group = "In queues";

type Area = RefObject<HTMLElement | null>;

interface QueueKeysProps {
  /** Has all queues in it. */
  area: Area;
  queues: readonly QueueView[];
}

/** The item that has the focus in it. */
function current(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-row]") ?? null;
}

/** An arrow scrolls the page unless an item has the focus, or nothing has. */
function isFree(): boolean {
  return current() !== null || document.activeElement?.matches("body, main") === true;
}

function focusItem(item: Element | null | undefined): boolean {
  const link = item?.querySelector<HTMLElement>("[data-main]");
  link?.focus();
  return Boolean(link);
}

/** The keys of the queues, heard for the item that has the focus, and one line that names them. */
export function QueueKeys({ area, queues }: QueueKeysProps) {
  useQueueMoves(area);
  useFocusAfter(area, queues);
  const actions = queues.flatMap(({ items }) => items).flatMap((item) => item.actions);
  const named = Map.groupBy(actions, ({ keys }) => keys);
  return (
    <>
      <p className="hub-keys: p-[4px_page_0] text-ink-2 text-13 lt-md:hidden">
        The arrow keys move between items. <Keys keys="o" /> opens one, the letter in a button presses it,{" "}
        <Keys keys="z" /> takes back what was done.
      </p>
      {[...named].map(([keys, same]) => (
        <ActionKey key={keys} keys={keys} name={[...new Set(same.map(({ name }) => name))].join(", ")} />
      ))}
    </>
  );
}

function ActionKey({ keys, name }: { keys: string; name: string }) {
  useShortcut({ keys, name, group }, () => {
    const button = current()?.querySelector<HTMLButtonElement>(`button[data-key="${keys}"]`);
    button?.click();
    return Boolean(button);
  });
  return null;
}

function useQueueMoves(area: Area): void {
  const list = (selector: string) => [...(area.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  /** Moves the focus by one item; outside the items to the first. */
  function move(by: 1 | -1): boolean {
    const all = list("[data-row]");
    const at = all.indexOf(current() as HTMLElement);
    return focusItem(at < 0 ? all[0] : all[at + by]);
  }

  /** Moves the focus to the first item of the queue beside. */
  function moveQueue(by: 1 | -1): boolean {
    const all = list("[data-queue]");
    const at = all.indexOf(document.activeElement?.closest("[data-queue]") as HTMLElement);
    return at >= 0 && focusItem(all[at + by]?.querySelector("[data-row]"));
  }

  useShortcut({ keys: "ArrowDown", name: "Next item", group }, () => isFree() && move(1));
  useShortcut({ keys: "ArrowUp", name: "Previous item", group }, () => current() !== null && move(-1));
  useShortcut({ keys: "ArrowRight", name: "Next queue", group }, () => moveQueue(1));
  useShortcut({ keys: "ArrowLeft", name: "Previous queue", group }, () => moveQueue(-1));
  useShortcut({ keys: "j", name: "Next item", group }, () => move(1));
  useShortcut({ keys: "k", name: "Previous item", group }, () => move(-1));
  useShortcut({ keys: "o", name: "Open the item", group }, () => {
    const link = current()?.querySelector<HTMLElement>("[data-main]");
    link?.click();
    return Boolean(link);
  });
}

/** Once the item that had the focus is dealt with and gone, the one in its place gets the focus, or the queue beside. */
function useFocusAfter(area: Area, queues: readonly QueueView[]): void {
  const place = useRef<{ queue: string; at: number } | null>(null);
  useEffect(() => {
    const element = area.current;
    const note = () => {
      const row = current();
      const queue = row?.closest<HTMLElement>("[data-queue]");
      if (!row || !queue) return;
      const at = [...queue.querySelectorAll("[data-row]")].indexOf(row);
      place.current = { queue: queue.dataset.queue ?? "", at };
    };
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, [area]);

  const restore = useEffectEvent((shown: readonly QueueView[]) => {
    const { queue, at } = place.current ?? {};
    if (queue === undefined || at === undefined || document.activeElement !== document.body) return;
    if (!shown.some(({ items }) => items.length > 0)) return;
    const rows = [...(area.current?.querySelectorAll(`[data-queue="${queue}"] [data-row]`) ?? [])];
    focusItem(rows[at] ?? rows.at(-1) ?? area.current?.querySelector("[data-row]"));
  });
  useEffect(() => restore(queues), [queues]);
}
