import { z } from "zod";
import type { InsightId, TagId } from "#worker/db/insights-tables.ts";
import type { HeldInsight } from "#worker/insights/list-for-staff.ts";
import type { FormerState } from "#worker/insights/put-back-insight.ts";

/** An instant, or "-" for none. */
const instant = z
  .string()
  .regex(/^(-|\d{1,15})$/)
  .transform((text) => (text === "-" ? null : Number(text)));
const id = z.uuid().transform((text) => text as InsightId);
const version = z.coerce.number().int().min(1);
const state = z
  .tuple([id, version, z.enum(["draft", "published", "archived"]), instant, instant, instant, version])
  .refine(([, , status, publishAt]) => status !== "published" || publishAt !== null);
const tagging = z.tuple([id, version, z.enum(["tag", "untag"]), z.uuid().transform((text) => text as TagId)]);

interface Undo {
  id: InsightId;
  /** The version that the change has made. */
  version: number;
  undo: { state: FormerState } | { tag: TagId; isOn: boolean };
}

/** What takes a change of `post` back, as it stood before: a change adds one to the version. */
export function writeUndo(post: HeldInsight): string {
  const { status, publish_at, unpublish_at, trashed_at, shown_version } = post;
  const times = [publish_at, unpublish_at, trashed_at].map((at) => at ?? "-");
  return [post.id, post.version + 1, status, ...times, shown_version].join(":");
}

/** What gives it the tag again, or takes it off again. */
export function writeTagUndo(post: HeldInsight, { tag, isOn }: { tag: TagId; isOn: boolean }): string {
  return [post.id, post.version + 1, isOn ? "tag" : "untag", tag].join(":");
}

/** Reads what the two write; null for anything else, and for nothing. */
export function readUndo(entries: readonly string[]): Undo[] | null {
  const read = entries.map(readEntry);
  return read.length > 0 && read.every((entry) => entry !== null) ? read : null;
}

function readEntry(entry: string): Undo | null {
  const parts = entry.split(":");
  const tagged = tagging.safeParse(parts).data;
  if (tagged) return { id: tagged[0], version: tagged[1], undo: { tag: tagged[3], isOn: tagged[2] === "tag" } };
  const stood = state.safeParse(parts).data;
  if (!stood) return null;
  const [post, seen, status, publishAt, unpublishAt, trashedAt, shownVersion] = stood;
  return { id: post, version: seen, undo: { state: { status, publishAt, unpublishAt, trashedAt, shownVersion } } };
}
