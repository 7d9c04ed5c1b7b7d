import { type DragEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isEnding, mayMove } from "#shared/hiring/hiring-stages.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Keys } from "#app/staff-kit/keys.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { BoardCard } from "./board-card.tsx";
import type { Board, Card, Column, Pending } from "./board-view.ts";
import { arrangeCards } from "./board-view.ts";
import { MoveMenu } from "./move-menu.tsx";
import { StageStar } from "./stage-star.tsx";
import { BoardKeys, findCard, focusCard, listCards } from "./use-board-keys.tsx";

interface BoardColumnsProps {
  board: Board;
  pending: ReadonlyMap<string, Pending>;
  /** The addresses of an application, and of those that have ended. */
  buildPath: (card: Card) => string;
  endedPath: string;
  onMove: (card: Card, to: string) => void;
  onReject: (card: Card) => void;
}

/** The columns. They hear all keys, clicks and drags of their cards, so that a card has no handler of its own. */
export function BoardColumns({ board, pending, buildPath, endedPath, onMove, onReject }: BoardColumnsProps) {
  const hasScript = useHydrated();
  const element = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Card | null>(null);
  const refocus = useRef<string | null>(null);
  const { stages } = board;
  const arranged = arrangeCards(board, pending);
  const all = [...arranged.values()].flat();
  const inOrder = all.find(({ id }) => id === current) ?? all[0];
  const find = (id: string | null | undefined) => all.find((card) => card.id === id) ?? null;

  // The card that was moved is in another column now: another element, which takes the focus.
  useLayoutEffect(() => {
    if (refocus.current === null) return;
    focusCard(element.current, refocus.current);
    refocus.current = null;
  });

  function move(card: Card, to: string) {
    if (card.stage === to || !mayMove(stages, card.stage, to)) return;
    refocus.current = isEnding(to) ? findNext(element.current, card.id) : card.id;
    onMove(card, to);
  }

  function openMenu(id: string) {
    const button = findCard(element.current, id)?.querySelector("button");
    setChosen(find(id));
    if (button) requestAnimationFrame(() => menu.current?.showPopover({ source: button }));
  }

  function onClick(event: MouseEvent) {
    const button = (event.target as Element).closest(".board-more");
    const id = button?.closest<HTMLElement>("[data-card]")?.dataset.card;
    if (id) openMenu(id);
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" || !(event.target as Element).matches(".board-more")) return;
    const id = (event.target as Element).closest<HTMLElement>("[data-card]")?.dataset.card;
    event.preventDefault();
    event.stopPropagation();
    if (id) openMenu(id);
  }

  const { mayDrop, ...dragging } = useDragging(stages, { find, onMove: move, onReject });

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears its cards' buttons
    <div
      ref={element}
      className="board: flex flex-1 min-h-0 bg-surface border-y-1px-line md:overflow-x-auto lt-md:block"
      onClick={onClick}
      onKeyDown={onButtonKey}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>("[data-card]")?.dataset.card;
        if (id) setCurrent(id);
      }}
      {...dragging}
    >
      {board.columns.map((column, at) => (
        <section
          key={column.key}
          id={`stage-${column.key}`}
          className="board-column"
          data-column={column.key}
          aria-labelledby={`stage-${column.key}-name`}
          data-drop={mayDrop(column.key) || undefined}
        >
          <ColumnHead column={column} at={at} of={stages.length} total={countTotal(column, board, pending)} />
          <div
            className="board-cards: flex flex-1 flex-col gap-6px min-h-0 p-[4px_8px_12px] overflow-auto [scrollbar-width:thin] lt-md:px-page lt-md:overflow-visible"
            role="group"
            aria-label={`Cards in ${column.name}`}
            tabIndex={-1}
          >
            {arranged.get(column.key)?.map((card) => (
              <BoardCard
                key={card.id}
                card={card}
                stages={stages}
                to={buildPath(card)}
                isInTabOrder={!hasScript || card.id === inOrder?.id}
                canDrag={hasScript}
              />
            ))}
            {mayDrop(column.key) && <Ghost at={at} />}
            <MoreCards column={column} shown={arranged.get(column.key)?.length ?? 0} />
          </div>
        </section>
      ))}
      <EndedLink path={endedPath} count={board.ended} mayDrop={mayDrop("rejected")} />
      <MoveMenu menu={menu} card={chosen} stages={stages} onMove={move} onReject={onReject} />
      <BoardKeys board={element} stages={stages} find={find} onMove={move} onReject={onReject} onMenu={openMenu} />
    </div>
  );
}

/** Where the card would be, in the column at the place `at`. */
function Ghost({ at }: { at: number }) {
  return (
    <p className="board-ghost: flex-none p-[8px_10px] text-ink-2 text-13 text-center border-1px-dashed-line-strong rounded-10px">
      Drop here{at < 9 && ", or press "} {at < 9 && <Keys keys={String(at + 1)} />}
    </p>
  );
}

interface Drops extends Pick<BoardColumnsProps, "onMove" | "onReject"> {
  find: (id: string | undefined) => Card | null;
}

/** Handlers of the board for cards that are dragged, and whether the dragged one may be dropped in a column. */
function useDragging(stages: Board["stages"], { find, onMove, onReject }: Drops) {
  const [dragged, setDragged] = useState<Card | null>(null);
  const mayDrop = (to: string) => dragged !== null && dragged.stage !== to && mayMove(stages, dragged.stage, to);

  function onDragStart(event: DragEvent) {
    const card = find((event.target as HTMLElement).closest<HTMLElement>("[data-card]")?.dataset.card);
    if (!card) return;
    event.dataTransfer.setData("text/plain", card.name);
    event.dataTransfer.effectAllowed = "move";
    setDragged(card);
  }

  function onDragOver(event: DragEvent) {
    if (mayDrop(readPlace(event))) event.preventDefault();
  }

  function onDrop(event: DragEvent) {
    const to = readPlace(event);
    event.preventDefault();
    setDragged(null);
    if (!dragged || !mayDrop(to)) return;
    if (isEnding(to)) onReject(dragged);
    else onMove(dragged, to);
  }

  return { mayDrop, onDragStart, onDragEnd: () => setDragged(null), onDragOver, onDrop };
}

/** The stage of the column that an event is over. */
function readPlace(event: DragEvent): string {
  return (event.target as HTMLElement).closest<HTMLElement>("[data-column]")?.dataset.column ?? "";
}

function ColumnHead({ column, at, of, total }: { column: Column; at: number; of: number; total: number }) {
  return (
    <header className="board-column-head: grid flex-none grid-cols-[18px_minmax(0,_1fr)_auto] gap-[0_8px] items-center p-[10px_12px_8px] [&>h2]:m-0 [&>h2]:text-15 [&>p]:col-[2/-1] [&>p]:min-h-1.125rem [&>p]:text-ink-2 [&>p]:text-13 [&>p]:leading-1.125rem lt-md:px-[calc(var(--px)_+_4px)]">
      <StageStar at={at} of={of} />
      <h2 id={`stage-${column.key}-name`}>{column.name}</h2>
      <span className="board-count: font-600">{total}</span>
      <p>{column.facts}</p>
    </header>
  );
}

/** The table has what does not fit. */
function MoreCards({ column, shown }: { column: Column; shown: number }) {
  const more = column.total - shown;
  if (more <= 0) return null;
  return (
    <Link
      className="board-rest: flex-none p-[6px_10px] text-ink-2 text-13 underline"
      to={`/job-applications?stage=${column.key}`}
    >
      {more} more in the table
    </Link>
  );
}

function EndedLink({ path, count, mayDrop }: { path: string; count: number; mayDrop: boolean }) {
  return (
    <Link
      className="board-fold: flex flex-none flex-col gap-10px items-center w-40px pt-12px text-ink-2 hover:text-ink hover:bg-surface-2 data-[drop]:text-ink data-[drop]:bg-surface-2 [&>span:last-child]:[writing-mode:vertical-rl] lt-md:flex-row lt-md:w-auto lt-md:p-[12px_page] lt-md:[&>span:last-child]:[writing-mode:horizontal-tb]"
      to={path}
      data-column="rejected"
      data-drop={mayDrop || undefined}
    >
      <Icon name="caret-left" />
      <span>
        Rejected and withdrawn <b>{count}</b>
      </span>
    </Link>
  );
}

/** How many are in a column, with the moves that are being sent. */
function countTotal(column: Column, board: Board, pending: ReadonlyMap<string, Pending>): number {
  const moving = board.cards.filter(({ id, version }) => (pending.get(id)?.version ?? -1) >= version);
  const left = moving.filter(({ stage }) => stage === column.key).length;
  const come = moving.filter(({ id }) => pending.get(id)?.to === column.key).length;
  return column.total - left + come;
}

/** The card after it in its column, or before it; null for the only one. */
function findNext(board: Element | null, id: string): string | null {
  const column = findCard(board, id)?.closest("[data-column]");
  const cards = listCards(column ?? null);
  const at = cards.findIndex(({ dataset }) => dataset.card === id);
  return (cards[at + 1] ?? cards[at - 1])?.dataset.card ?? null;
}
