import type { Newest } from "#app/writing-kit/saving/answers.ts";

type Tone = "plain" | "info" | "success" | "warn";

/** Where an article stands, in a word or two. `now`: epoch milliseconds. */
export function describeStatus(
  { status, publishAt, unpublishAt, trashedAt, isShown }: Newest,
  now: number,
): { name: string; tone: Tone } {
  if (trashedAt !== null) return { name: "In the trash", tone: "plain" };
  if (status === "draft") return { name: "Draft", tone: "warn" };
  if (status === "archived") return { name: "Unpublished", tone: "plain" };
  if (publishAt !== null && publishAt > now) return { name: "Scheduled", tone: "info" };
  if (unpublishAt !== null && unpublishAt <= now) return { name: "Ended", tone: "plain" };
  return isShown ? { name: "Published", tone: "success" } : { name: "Published, with changes", tone: "success" };
}

/** True where readers have seen it already, and may see it still: it keeps the date of that. */
export function hasAppeared({ status, publishAt, readAt }: Newest): boolean {
  return status === "published" && publishAt !== null && publishAt <= readAt;
}

/** True where readers may know its address: it has appeared, whether it is still there or not. */
export function wasSeen({ status, publishAt, readAt }: Newest): boolean {
  return status !== "draft" && publishAt !== null && publishAt <= readAt;
}

/** True while readers can see it. */
export function isPublicNow({ status, publishAt, unpublishAt }: Newest, now: number): boolean {
  return (
    status === "published" && publishAt !== null && publishAt <= now && (unpublishAt === null || unpublishAt > now)
  );
}
