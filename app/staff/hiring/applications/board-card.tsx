import { memo } from "react";
import { Link } from "react-router";
import { mayMove, type Stage } from "#shared/hiring/hiring-stages.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import type { Card } from "./board-view.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";
import "./recipes.ts";

interface BoardCardProps {
  card: Card;
  stages: readonly Stage[];
  /** The address of its application. */
  to: string;
  /** Its controls are in the tab order: those of one card of the board are, once script runs. */
  isInTabOrder: boolean;
  canDrag: boolean;
}

/** One application. It has no handler of its own: the board hears what happens to its cards. */
export const BoardCard = memo(function BoardCard({ card, stages, to, isInTabOrder, canDrag }: BoardCardProps) {
  const { id, name, about, source, days, isLate, flags, tags, isUnopened, isDemo } = card;
  const tabIndex = isInTabOrder ? undefined : -1;
  return (
    <article
      className="board-card: relative flex-none p-[8px_10px] bg-bg border-1px-line rounded-10px hover:border-line-strong [&:has(a:focus-visible)]:focus-ring [&:has(a:focus-visible)]:outline-offset-2px [&_p]:text-ink-2 [&_p]:text-13 [&_p]:leading-1.25rem forced:[&:has(a:focus-visible)]:[outline-color:Highlight]"
      data-card={id}
      draggable={canDrag || undefined}
    >
      <div
        // The whole card opens its application.
        className="board-card-head: flex gap-4px items-center [&>a]:flex-1 [&>a]:min-w-0 [&>a]:overflow-hidden [&>a]:font-600 [&>a]:text-ellipsis [&>a]:whitespace-nowrap [&>a::after]:absolute [&>a::after]:inset-0 [&>a::after]:content-empty"
      >
        <Link className={isUnopened ? "board-fresh" : undefined} to={to} draggable={false} tabIndex={tabIndex}>
          {name}
        </Link>
        <button
          type="button"
          className="needs-js board-more: relative z-1 grid place-items-center w-24px h-24px m-[-2px_-4px_-2px_0] rounded-1/2 hover:bg-surface-2 lt-md:w-36px lt-md:h-36px lt-md:m-[-8px_-8px_-8px_0]"
          aria-haspopup="menu"
          aria-label={`Move ${name}`}
          tabIndex={tabIndex}
        >
          <Icon name="more" />
        </button>
      </div>
      {about && <p>{about}</p>}
      <p className="board-card-facts: flex gap-8px [&>:first-child]:overflow-hidden [&>:first-child]:text-ellipsis">
        <span>{source}</span>
        <span className={isLate ? "application-late" : undefined} title="Days in this stage">
          {days} d
        </span>
      </p>
      {(isLate || flags > 0 || tags.length > 0 || isDemo) && (
        <p className="board-tags: flex flex-wrap gap-4px mt-4px">
          {isLate && (
            <Tag tone="danger" icon="clock">
              Over 7 days
            </Tag>
          )}
          {flags > 0 && (
            <Tag tone="warn" icon="warning">
              {flags === 1 ? "Look at an answer" : `Look at ${flags} answers`}
            </Tag>
          )}
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {isDemo && <Tag>Demo</Tag>}
        </p>
      )}
      {!isInTabOrder ? null : <PlainForm card={card} stages={stages} to={to} />}
    </article>
  );
});

/** Moves the card where no script runs. A rejection needs a reason: the page of the application asks for it. */
function PlainForm({ card, stages, to }: { card: Card; stages: readonly Stage[]; to: string }) {
  return (
    <noscript>
      <form
        method="post"
        className="board-plain: relative z-1 flex flex-wrap gap-6px items-center mt-6px [&>select]:w-auto [&>a]:underline"
      >
        <input type="hidden" name="row" value={`${card.id}:${card.version}`} />
        <select name="to" aria-label={`Move ${card.name} to`} className="kit-input">
          <KitOptions
            of={stages
              .filter(({ key }) => mayMove(stages, card.stage, key))
              .map(({ key, name }) => ({ value: key, name }))}
          />
        </select>
        <button name="do" value="move" className="kit-btn kit-btn-small">
          Move
        </button>
        <a href={`${to}#decide`}>Reject</a>
      </form>
    </noscript>
  );
}
