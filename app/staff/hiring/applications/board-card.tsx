import { memo } from "react";
import { Link } from "react-router";
import { mayMove, type Stage } from "#shared/hiring/hiring-stages.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import type { Card } from "./board-view.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";

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
    <article className="board-card" data-card={id} draggable={canDrag || undefined}>
      <div className="board-card-head">
        <Link className={isUnopened ? "board-fresh" : undefined} to={to} draggable={false} tabIndex={tabIndex}>
          {name}
        </Link>
        <button
          type="button"
          className="board-more needs-js"
          aria-haspopup="menu"
          aria-label={`Move ${name}`}
          tabIndex={tabIndex}
        >
          <Icon name="more" />
        </button>
      </div>
      {about && <p>{about}</p>}
      <p className="board-card-facts">
        <span>{source}</span>
        <span className={isLate ? "application-late" : undefined} title="Days in this stage">
          {days} d
        </span>
      </p>
      {(isLate || flags > 0 || tags.length > 0 || isDemo) && (
        <p className="board-tags">
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
      <form method="post" className="board-plain">
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
