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
    <section
      className="queue: p-[10px_page_12px] border-b-1px-line [break-inside:avoid] [&_h2]:[word-spacing:0.12em] [&_h2_a]:inline-flex [&_h2_a]:gap-8px [&_h2_a]:items-center [&_h2_a]:min-h-28px [&_h2_a:hover]:underline [&_h2_a:hover]:underline-offset-3px"
      aria-labelledby={id}
      data-queue={key}
      data-urgent={isUrgent || undefined}
    >
      <h2 id={id}>
        <Link to={to}>
          {title}{" "}
          <span className="queue-count: flex-none min-w-22px p-[0_7px] type-600-13/1.375rem-text text-center bg-surface-2 rounded-full [.queue[data-urgent]_&]:text-danger [.queue[data-urgent]_&]:[box-shadow:inset_0_0_0_1px_currentColor]">
            {count}
          </span>
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
        <Link
          className="queue-rest: inline-flex items-center min-h-28px text-ink-2 text-13 underline underline-offset-3px lt-md:min-h-36px"
          to={to}
        >
          {count - items.length} more<span className="kit-unseen"> {title}</span>
        </Link>
      )}
    </section>
  );
}

function Item({ item: { title, to, who, time, actions } }: { item: QueueItem }) {
  return (
    <li
      className="queue-item: flex flex-wrap gap-[0_8px] items-center -mx-page p-[4px_page] border-t-1px-line first:[border-top-color:transparent] hover:bg-surface focus-within:bg-surface-2 focus-within:[box-shadow:inset_3px_0_var(--accent)] [&_p]:flex [&_p]:gap-8px [&_p]:min-w-0 [&_p]:text-ink-2 [&_p]:text-13 [&_p]:leading-1.125rem"
      data-row=""
    >
      <div className="queue-text: flex-[1_1_180px] min-w-0">
        <Link
          className="queue-main: block -mx-4px px-4px overflow-hidden font-600 text-ellipsis whitespace-nowrap hover:underline hover:underline-offset-3px [.queue_&:focus-visible]:outline-offset-[-2px] lt-md:pt-4px"
          data-main=""
          to={to}
        >
          {title}
        </Link>
        <p>
          <span className="queue-time: flex-none">
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
        <div className="queue-actions: flex flex-wrap -mx-10px">
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
