import { Form, Link } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Keys } from "#app/staff-kit/keys.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { QueueItem, QueueView } from "./queues/queue.ts";

/** A queue: how many wait, the first of them, and the list of all. Its actions are buttons of one form. */
export function QueueSection({ queue: { source, key, title, isUrgent, to, count, items } }: { queue: QueueView }) {
  const id = `queue-${key}`;
  return (
    <section className="queue" aria-labelledby={id} data-queue={key} data-urgent={isUrgent || undefined}>
      <h2 id={id}>
        <Link to={to}>
          {title} <span className="queue-count">{count}</span>
          <Icon name="arrow-right" />
        </Link>
      </h2>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="list" value={source} />
        <ul>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      </Form>
      {count > items.length && (
        <Link className="queue-rest" to={to}>
          {count - items.length} more<span className="kit-unseen"> {title}</span>
        </Link>
      )}
    </section>
  );
}

function Item({ item: { title, to, who, time, actions } }: { item: QueueItem }) {
  return (
    <li className="queue-item" data-row="">
      <div className="queue-text">
        <Link className="queue-main" data-main="" to={to}>
          {title}
        </Link>
        <p>
          <span className="queue-time">
            {time.isAge ? (
              <time dateTime={time.at.iso} title={time.at.name}>
                {time.words}
              </time>
            ) : (
              <>
                {time.words} <LocalTime at={time.at} />
              </>
            )}
          </span>
          {who !== null && <span className="queue-who">{who}</span>}
        </p>
      </div>
      {actions.length > 0 && (
        <div className="queue-actions">
          {actions.map(({ keys, name, value }) => (
            <Button
              key={keys}
              type="submit"
              kind="ghost"
              isSmall
              name="do"
              value={value}
              data-key={keys}
              aria-keyshortcuts={keys}
            >
              {name}
              <span className="kit-unseen"> {title}</span>
              <Keys keys={keys} />
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
