import { countThings } from "#app/staff-kit/count.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { type Instant, LocalTime } from "#app/ui/local-time.tsx";
import "#app/writing-kit/recipes.ts";

interface NoticeProps {
  count: number;
  since: Instant;
  /** The answer to the last try. */
  error: string;
}

/** Says that readers may still see old pages, because the edge's caches could not be purged. */
export function PurgeNotice({ count, since, error }: NoticeProps) {
  return (
    <p className="desk-notice" role="status">
      <Icon name="warning" />
      <span>
        <b>Readers may see older pages.</b> {countThings(count, "change has", "changes have")} not reached the caches
        since <LocalTime at={since} />. It is tried again every few minutes; at the latest they expire within an hour.
        Last answer: {error}
      </span>
    </p>
  );
}

/** Says that changes were not announced to search engines. They find them by themselves, later. */
export function AnnouncementNotice({ count, since, error }: NoticeProps) {
  return (
    <p className="desk-notice" role="status">
      <Icon name="warning" />
      <span>
        <b>Search engines are not told of changes.</b> {countThings(count, "address waits", "addresses wait")} to be
        announced since <LocalTime at={since} />. It is tried again within the hour; readers notice nothing. Last
        answer: {error}
      </span>
    </p>
  );
}
