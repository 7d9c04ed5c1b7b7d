import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { EmptyState } from "#app/staff-kit/states.tsx";
import { Avatar } from "#app/staff-kit/tag.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { TopicKind } from "#shared/insights/topic.ts";
import { DeskLinks } from "../desk-links.tsx";
import { page as insightsPage } from "../page.ts";
import type { TopicRow, TopicsData } from "./load-topics.ts";
import { nameDialog, TopicDialog } from "./topic-dialog.tsx";
import { DeleteDialog, MergeDialog } from "./topic-end-dialogs.tsx";
import { type TopicForm, topicLists, topicWords } from "./topic-lists.ts";
import "../recipes.ts";
import "./recipes.ts";
import "../insights.css";
import "./taxonomy.css";

interface TopicViewProps {
  topics: TopicsData;
  /** Why a form was refused, or why a view was not changed. */
  answer: Refusal | { refusedView: string | null } | undefined;
}

const doneWords: Readonly<Record<TopicForm, string>> = {
  new: "It is made.",
  edit: "It is changed. A former address leads to the new one.",
  merge: "The two are one. The former address leads to it.",
  delete: "It is deleted.",
  photo: "The photograph is stored.",
  "photo-remove": "The photograph is deleted.",
};

/** The page of all authors, categories or tags. */
export function TopicView({ topics, answer }: TopicViewProps) {
  const { kind, page, others, done, made } = topics;
  const list = topicLists[kind];
  const { title, line, empty } = topicWords[kind];
  const { key } = useLocation();
  const refusal = answer && "problems" in answer ? answer : null;
  const newDialog = nameDialog("new");
  const add = (
    <DialogTrigger dialog={newDialog} kind="primary" icon="plus">
      {`New ${list.nouns.one}`}
    </DialogTrigger>
  );
  return (
    <>
      <PageHead title={title} actions={add}>
        {line}
      </PageHead>
      <DeskLinks />
      <DataList
        list={list}
        loaded={topics}
        cells={buildCells(kind)}
        buildView={(row) => buildView(kind, row, others.length)}
        views={[{ name: "All", filters: {} }]}
        filters={{}}
        search={{ label: "Name" }}
        empty={
          <EmptyState title={`No ${list.nouns.one} yet`} action={add}>
            {empty}
          </EmptyState>
        }
        outcome={
          <>
            <DoneNotice
              text={done && Object.hasOwn(doneWords, done) && !refusal ? doneWords[done as TopicForm] : null}
            />
            {refusal && (
              <div className="topic-refusal: p-[12px_page]">
                <FormSummary title={refusal.title} problems={refusal.problems} />
              </div>
            )}
          </>
        }
        refusedView={answer && "refusedView" in answer ? answer.refusedView : null}
      />
      <TopicDialog key={made ?? "new"} kind={kind} row={null} refusal={refusal} />
      {page?.rows.map((row) => (
        // What was stored closes the dialogs, for the new version is another key.
        <TopicDialogs key={`${row.id}:${row.version}:${done ? key : ""}`} {...{ kind, row, others, refusal }} />
      ))}
    </>
  );
}

interface TopicDialogsProps {
  kind: TopicKind;
  row: TopicRow;
  others: readonly { id: string; name: string }[];
  refusal: Refusal | null;
}

function TopicDialogs({ kind, row, others, refusal }: TopicDialogsProps) {
  const choices = others.filter(({ id }) => id !== row.id);
  return (
    <>
      <TopicDialog kind={kind} row={row} refusal={refusal} />
      {choices.length > 0 && <MergeDialog kind={kind} row={row} choices={choices} />}
      <DeleteDialog kind={kind} row={row} choices={choices} />
    </>
  );
}

function buildCells(kind: TopicKind): Record<string, (row: TopicRow) => ReactNode> {
  return {
    name: (row) => (
      <span className="topic-name: flex gap-8px items-center">
        {kind === "author" && <Avatar name={row.name} picture={row.photo} />}
        <span className="topic-who: min-w-0 overflow-hidden text-ellipsis lt-md:[&>*]:block">
          <b>{row.name}</b> {row.role && <span className="list-second">{row.role}</span>}
        </span>
      </span>
    ),
    address: ({ slug }) => <span className="list-second">{`/insights/${kind}/${slug}`}</span>,
    text: ({ text }) => <span className="list-second">{text}</span>,
    published: ({ id, published }) => (
      <Link to={`${insightsPage.path}?${kind}=${id}`} aria-label={`${published} published; show all articles`}>
        {published}
      </Link>
    ),
  };
}

function buildView(kind: TopicKind, row: TopicRow, total: number): RowView {
  const { id, slug, name } = row;
  return {
    name,
    actions: [
      { name: "Change…", icon: "pencil", dialog: nameDialog("edit", id) },
      { name: "See its page", icon: "desktop", to: `/insights/${kind}/${slug}` },
      { kind: "separator" },
      {
        name: "Join with another…",
        icon: "link",
        dialog: nameDialog("merge", id),
        unavailable: total > 1 ? undefined : "There is no other.",
      },
      { name: "Delete…", icon: "trash", tone: "danger", dialog: nameDialog("delete", id) },
    ],
  };
}
