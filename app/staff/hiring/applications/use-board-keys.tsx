import type { RefObject } from "react";
import type { Stage } from "#shared/hiring/hiring-stages.ts";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import type { Card } from "./board-view.ts";

const group = "On the board";

export function listCards(within: Element | null): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>("[data-card]") ?? [])].filter(
    (card) => card.checkVisibility?.() ?? true,
  );
}

export function findCard(board: Element | null, id: string): HTMLElement | null {
  return board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
}

export function focusCard(board: Element | null, id: string): void {
  focus(findCard(board, id));
}

/** The card that has the focus in it. */
function focused(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-card]") ?? null;
}

function focus(card: HTMLElement | null | undefined): boolean {
  card?.querySelector<HTMLElement>("a")?.focus();
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return Boolean(card);
}

/** One card up or down in its column. */
function step(by: 1 | -1): boolean {
  const card = focused();
  const cards = listCards(card?.closest("[data-column]") ?? null);
  return card !== null && focus(cards[cards.indexOf(card) + by]);
}

interface BoardKeysProps {
  board: RefObject<HTMLElement | null>;
  stages: readonly Stage[];
  find: (id: string | undefined) => Card | null;
  onMove: (card: Card, to: string) => void;
  onReject: (card: Card) => void;
  onMenu: (id: string) => void;
}

/** The keys of the board: arrows lead from card to card, M, R and the numbers are about the card that has the focus. */
export function BoardKeys({ board, stages, find, onMove, onReject, onMenu }: BoardKeysProps) {
  const chosen = () => find(focused()?.dataset.card);

  /** The card at the same height in the next column that has one. */
  function cross(by: 1 | -1): boolean {
    const card = focused();
    if (!card) return false;
    const columns = [...(board.current?.querySelectorAll("[data-column]") ?? [])];
    const at = columns.indexOf(card.closest("[data-column]") as Element);
    const height = listCards(columns[at] ?? null).indexOf(card);
    const beside = by > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed();
    const cards = beside.map(listCards).find(({ length }) => length > 0);
    return focus(cards?.[Math.min(height, cards.length - 1)]);
  }

  function withCard(run: (card: Card) => void): boolean {
    const card = chosen();
    if (card) run(card);
    return card !== null;
  }

  useShortcut({ keys: "ArrowDown", name: "Next card", group }, () => step(1));
  useShortcut({ keys: "ArrowUp", name: "Previous card", group }, () => step(-1));
  useShortcut({ keys: "ArrowRight", name: "Card of the next stage", group }, () => cross(1));
  useShortcut({ keys: "ArrowLeft", name: "Card of the stage before", group }, () => cross(-1));
  useShortcut({ keys: "m", name: "Move the card", group }, () => withCard(({ id }) => onMenu(id)));
  useShortcut({ keys: "r", name: "Reject with a reason", group }, () =>
    withCard((card) => card.stage !== "hired" && onReject(card)),
  );
  useShortcut({ keys: "/", name: "Find a name", group }, () => {
    const field = document.querySelector<HTMLInputElement>("main input[type=search]");
    field?.focus();
    return field !== null;
  });
  return stages
    .slice(0, 9)
    .map((stage, at) => (
      <StageKey key={stage.key} {...{ stage, at }} run={() => withCard((card) => onMove(card, stage.key))} />
    ));
}

function StageKey({ stage, at, run }: { stage: Stage; at: number; run: () => boolean }) {
  useShortcut({ keys: String(at + 1), name: `Move to ${stage.name}`, group }, run);
  return null;
}
