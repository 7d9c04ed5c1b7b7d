import type { KeyboardEvent, RefObject } from "react";
import { mayMove, type Stage } from "#shared/hiring/hiring-stages.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Keys } from "#app/staff-kit/keys.tsx";
import { findMenuTarget } from "#app/staff-kit/menu-keys.ts";
import type { Card } from "./board-view.ts";
import { StageStar } from "./stage-star.tsx";
import "#app/staff-kit/recipes.ts";
import "#app/staff-kit/menu.css";

interface MoveMenuProps {
  menu: RefObject<HTMLDivElement | null>;
  card: Card | null;
  stages: readonly Stage[];
  onMove: (card: Card, to: string) => void;
  onReject: (card: Card) => void;
}

/** One menu for all cards of the board: it opens at the button of the card that it is about. */
export function MoveMenu({ menu, card, stages, onMove, onReject }: MoveMenuProps) {
  function onKey(event: KeyboardEvent) {
    if (event.key === "Tab") return menu.current?.hidePopover();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findMenuTarget(listItems(menu.current), event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.item.focus();
    if (target.isChosen) target.item.click();
  }

  function choose(then: () => void) {
    menu.current?.hidePopover();
    then();
  }

  const title = card ? `Move ${card.name} to` : "Move";
  return (
    <div
      ref={menu}
      className="kit-menu kit-float board-menu: w-236px lt-md:[&:popover-open]:top-auto lt-md:[&:popover-open]:right-0 lt-md:[&:popover-open]:bottom-0 lt-md:[&:popover-open]:left-0 lt-md:[&:popover-open]:w-full lt-md:[&:popover-open]:max-w-none lt-md:[&:popover-open]:m-0 lt-md:[&:popover-open]:pb-12px lt-md:[&:popover-open]:[border-radius:16px_16px_0_0] lt-md:[&:popover-open]:[position-area:none]"
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={title}
      onKeyDown={onKey}
      onToggle={({ newState }) => {
        if (newState === "open")
          listItems(menu.current)
            .find((item) => !item.ariaDisabled)
            ?.focus();
      }}
    >
      <p className="kit-menu-heading" role="presentation">
        {title}
      </p>
      {card &&
        stages.map((stage, at) => {
          const isHere = stage.key === card.stage;
          const isOff = isHere || !mayMove(stages, card.stage, stage.key);
          return (
            <button
              key={stage.key}
              type="button"
              className="kit-menu-item"
              role="menuitem"
              tabIndex={-1}
              data-name={stage.name}
              aria-disabled={isOff || undefined}
              aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
              onClick={() => !isOff && choose(() => onMove(card, stage.key))}
            >
              <StageStar at={at} of={stages.length} />
              <span className="kit-menu-words">{stage.name}</span>
              {isOff && <span className="kit-menu-note">{isHere ? "here now" : "not from here"}</span>}
              {!isOff && at < 9 && <Keys keys={String(at + 1)} />}
            </button>
          );
        })}
      {card && card.stage !== "hired" && (
        <>
          <hr />
          <button
            type="button"
            className="kit-menu-item kit-menu-danger"
            role="menuitem"
            tabIndex={-1}
            data-name="Reject with a reason"
            aria-keyshortcuts="r"
            onClick={() => choose(() => onReject(card))}
          >
            <Icon name="prohibit" />
            <span className="kit-menu-words">Reject with a reason</span>
            <Keys keys="r" />
          </button>
        </>
      )}
    </div>
  );
}

function listItems(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
