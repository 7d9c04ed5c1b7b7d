import type { ImportedPost, UnreadablePost } from "../imported-post.ts";

/** Reads one post. If that fails, whatever the reason, the others can still be read. */
export function takeApart(
  post: { key: string; place: string; title: string },
  read: () => ImportedPost | UnreadablePost,
): ImportedPost | UnreadablePost {
  try {
    return read();
  } catch {
    return { ...post, reason: "Its text is put together in a way that cannot be read. Copy it by hand." };
  }
}
