import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "#shared/dates/formats.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import type { Standing } from "#shared/insights/insight-standing.ts";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { type BulkAction, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { LocalDay, toInstant } from "#app/ui/local-time.tsx";
import { buildPagePath } from "#app/staff/analytics/state.ts";
import type { StaffInsight } from "#worker/insights/list-for-staff.ts";
import { type KnownTopics, insightList, standingNames } from "./insight-list.ts";
import "./recipes.ts";

export type InsightRow = ReturnType<typeof toInsightRow>;

/** An article as the list shows it; dates and numbers become text on the server, as on every staff page. */
export function toInsightRow(post: Omit<StaffInsight, "sort_value">, locale: string) {
  const { id, slug, title, version, standing, authors, category, tags, views } = post;
  const at = (instant: number | null) => (instant === null ? null : toInstant(instant, locale));
  return {
    id: id as string,
    slug,
    title,
    version,
    standing,
    /** In addition to the chip of its state. */
    hasChanges: post.status === "published" && post.edited_version !== post.shown_version,
    /** Its cover waits for a browser of the staff. */
    isUndrawn: post.is_undrawn === 1,
    authors,
    category,
    tags: tags.map((tag) => ({ id: tag.id as string, name: tag.name })),
    edited: toInstant(post.edited_at, locale),
    editor:
      post.editor_email === null ? null : formatColleagueShort({ name: post.editor_name, email: post.editor_email }),
    publication: post.standing === "archived" ? null : at(post.publish_at),
    end: at(post.unpublish_at),
    trashed: at(post.trashed_at),
    views: formatNumber(views, locale),
  };
}

const tones = {
  draft: "plain",
  scheduled: "info",
  published: "success",
  changes: "warn",
  ending: "success",
  archived: "plain",
  trash: "danger",
} as const satisfies Record<Standing, string>;

/** The cells of the list of articles, by column. */
export const insightCells: Record<keyof typeof insightList.columns, (row: InsightRow) => ReactNode> = {
  title: ({ id, title, standing, isUndrawn }) =>
    standing === "trash" ? (
      <span className="post-title">{title}</span>
    ) : (
      <>
        <Link className="post-title" data-main="" to={`${insightList.path}/${id}`}>
          {title}
        </Link>
        {isUndrawn && <span className="list-second">Cover not drawn yet</span>}
      </>
    ),
  status: (row) => <StandingCell {...row} />,
  author: ({ authors }) => authors.join(", "),
  category: ({ category }) => category,
  tags: ({ tags }) => (
    <span
      // What has no room fades out: a pill that is cut looks broken.
      className="post-tags: inline-flex flex-wrap gap-[4px_8px] items-center md:flex md:flex-nowrap md:overflow-hidden md:[mask-image:linear-gradient(to_right,_#000_calc(100%_-_16px),_transparent)]"
    >
      {tags.map(({ id, name }) => (
        <Tag key={id}>{name}</Tag>
      ))}
    </span>
  ),
  updated: ({ edited, editor }) => (
    <>
      <LocalDay at={edited} /> {editor && <span className="list-second">{editor}</span>}
    </>
  ),
  publication: ({ publication, standing }) =>
    publication ? (
      <span className={standing === "scheduled" ? undefined : "list-second"}>
        <LocalDay at={publication} />
      </span>
    ) : (
      <span className="list-second">–</span>
    ),
  views: ({ views }) => views,
};

function StandingCell({ standing, hasChanges, end, trashed }: InsightRow) {
  const isEnded = standing === "archived" && end !== null;
  return (
    <span className="post-standing: inline-flex flex-wrap gap-[4px_8px] items-center">
      <StatusChip tone={tones[standing]}>
        {standing === "ending" ? "Published" : isEnded ? "Ended" : standingNames[standing]}
      </StatusChip>
      {hasChanges && standing !== "changes" && <StatusChip tone="warn">{standingNames.changes}</StatusChip>}
      {end && (
        <span className="list-second">
          {isEnded ? "on " : "Ends on "}
          <LocalDay at={end} />
        </span>
      )}
      {trashed && (
        <span className="list-second">
          since <LocalDay at={trashed} />
        </span>
      )}
    </span>
  );
}

/** The dialog that asks before one article is deleted for good. */
export function nameDeletion(id: string): string {
  return `delete-${id}`;
}

/** A row with what can be done with it alone. */
export function buildInsightView(row: InsightRow): RowView {
  const tick = `${row.id}:${row.version}`;
  return { name: row.title, tick, actions: listRowActions(row, tick) };
}

function listRowActions({ id, slug, standing, hasChanges }: InsightRow, tick: string): MenuEntry[] {
  const submit = (what: string) => ({ form: rowForm, name: "do", value: `${what} ${tick}` });
  if (standing === "trash")
    return [
      { name: "Restore", icon: "arrow-left", submit: submit("restore") },
      { kind: "separator" },
      { name: "Delete for good…", icon: "trash", tone: "danger", dialog: nameDeletion(id) },
    ];
  const isSeen = ["published", "changes", "ending"].includes(standing);
  return [
    { name: "Open the article", icon: "arrow-right", to: `${insightList.path}/${id}` },
    ...(isSeen
      ? [
          { name: "See it on the site", icon: "desktop" as const, to: `/insights/${slug}` },
          { name: "Open its figures", icon: "table" as const, to: buildPagePath(`/insights/${slug}`) },
        ]
      : []),
    { kind: "separator" },
    isSeen
      ? {
          name: "Publish the changes",
          icon: "check",
          submit: submit("publish"),
          unavailable: hasChanges ? undefined : "Readers see its newest text.",
        }
      : { name: standing === "scheduled" ? "Publish now" : "Publish", icon: "check", submit: submit("publish") },
    ...(isSeen ? [{ name: "Unpublish", icon: "prohibit" as const, submit: submit("unpublish") }] : []),
    ...(standing === "scheduled"
      ? [{ name: "Back to the drafts", icon: "arrow-left" as const, submit: submit("unpublish") }]
      : []),
    { kind: "separator" },
    { name: "Move to the trash", icon: "trash", tone: "danger", submit: submit("trash") },
  ];
}

/** What can be done with several articles. What cannot be taken back asks first. */
export function listInsightBulkActions(isTrash: boolean, { tags }: Pick<KnownTopics, "tags">): BulkAction[] {
  if (isTrash)
    return [
      { name: "Restore", icon: "arrow-left", value: "restore" },
      {
        name: "Delete for good",
        icon: "trash",
        value: "delete",
        confirm: {
          title: "Delete these articles for good?",
          text: "Their texts and all their revisions are lost. This cannot be undone.",
          verb: "Delete",
          tone: "danger",
        },
      },
    ];
  const choose = (what: string) => tags.map(({ id, name }) => ({ name, value: `${what}:${id}` }));
  return [
    { name: "Publish", icon: "check", value: "publish" },
    { name: "Unpublish", icon: "prohibit", value: "unpublish" },
    ...(tags.length > 0
      ? [
          { name: "Add a tag", icon: "plus" as const, choices: choose("tag") },
          { name: "Take a tag off", icon: "x" as const, choices: choose("untag") },
        ]
      : []),
    { name: "Trash", icon: "trash", value: "trash" },
  ];
}
