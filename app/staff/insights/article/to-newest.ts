import type { Editing } from "#worker/insights/read-editing.ts";
import { now } from "#worker/lib/clock.ts";
import type { Newest } from "#app/writing-kit/saving/answers.ts";

/** An article as the page keeps it. */
export function toNewest(editing: Editing): Newest {
  const { version, status, publishAt, unpublishAt, trashedAt } = editing;
  const { editedAt, editedBy, isShown, shownSlug, draft } = editing;
  const readAt = now();
  return { version, status, publishAt, unpublishAt, trashedAt, editedAt, editedBy, isShown, readAt, shownSlug, draft };
}
