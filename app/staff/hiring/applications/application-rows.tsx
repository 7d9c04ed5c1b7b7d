import type { ReactNode } from "react";
import { Link } from "react-router";
import { firstStage, hiredStage, isEnding, type Stage } from "#shared/hiring/hiring-stages.ts";
import { KitInput } from "#app/staff-kit/field.tsx";
import { type BulkAction, bulkForm, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { Avatar, StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { applicationsList, nobody } from "./applications-list.ts";
import { EndFields } from "./end-fields.tsx";
import { FoundTexts, MarkedText } from "./found-texts.tsx";
import type { ApplicationRow } from "./to-application-rows.ts";
import "./recipes.ts";

type Cells = Record<keyof typeof applicationsList.columns, (row: ApplicationRow) => ReactNode>;

/** The cells of the list, by column. The links of the rows keep `query`, what the list shows. */
export function buildApplicationCells(query: string): Cells {
  return {
    name: ({ id, name, isDemo, texts }) => (
      <>
        <Link className="application-name: font-600" data-main="" to={`${applicationsList.path}/${id}${query}`}>
          <MarkedText text={name} parts={texts.find(({ field }) => field === "name")?.parts} />
        </Link>{" "}
        {isDemo && <Tag>Demo</Tag>}
      </>
    ),
    job: ({ job }) => <span className="list-second">{job}</span>,
    stage: ({ stage, stageName }) => <StatusChip tone={getStageTone(stage)}>{stageName}</StatusChip>,
    days: ({ days, isLate }) => <span className={isLate ? "application-late" : undefined}>{days} d</span>,
    flags: ({ flags, tags, isLate }) => (
      <>
        {flags.length > 0 && (
          <>
            <Tag tone="warn" icon="warning">
              {flags.length === 1 ? "Look at an answer" : `Look at ${flags.length} answers`}
            </Tag>{" "}
          </>
        )}
        {isLate && (
          <>
            <Tag tone="danger" icon="clock">
              Over 7 days
            </Tag>{" "}
          </>
        )}
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </>
    ),
    source: ({ source }) => <span className="list-second">{source}</span>,
    assignee: ({ assignee }) => (
      <>
        <Avatar name={assignee} /> {assignee}
      </>
    ),
    received: ({ received }) => <LocalDay at={received} />,
  };
}

/** A row with what can be done with it alone. */
export function buildApplicationView(
  row: ApplicationRow,
  { reader, query }: { reader: string; query: string },
): RowView {
  const tick = `${row.id}:${row.version}`;
  // The name itself is marked.
  const found = row.texts.filter(({ field }) => field !== "name");
  return {
    name: `${row.name}, ${row.job}`,
    tick,
    isFresh: row.isFresh,
    ...(found.length > 0 && { below: <FoundTexts texts={found} /> }),
    actions: [
      { name: "Open the application", icon: "arrow-right", to: `${applicationsList.path}/${row.id}${query}` },
      {
        name: "Assign to me",
        icon: "user-plus",
        submit: { form: rowForm, name: "do", value: `assign:${reader} ${tick}` },
      },
    ],
  };
}

/** What can be done with several applications. `stages` are those of the job that is shown, or the usual ones. */
export function listApplicationActions(
  stages: readonly Stage[],
  { reader, readers }: { reader: string; readers: readonly { id: string; name: string }[] },
): BulkAction[] {
  return [
    { name: "Move", icon: "arrow-right", choices: stages.map(({ key, name }) => ({ name, value: `move:${key}` })) },
    {
      name: "Assign",
      icon: "user-plus",
      choices: [
        { name: "Me", value: `assign:${reader}` },
        { name: "Nobody", value: `assign:${nobody}` },
        ...readers.filter(({ id }) => id !== reader).map(({ id, name }) => ({ name, value: `assign:${id}` })),
      ],
    },
    {
      name: "Tag",
      icon: "plus",
      value: "tag",
      ask: {
        title: "Add a tag",
        verb: "Tag",
        fields: (
          <KitInput
            label="Tag"
            hint="One word or a few. Capital letters become small."
            name="tag"
            form={bulkForm}
            maxLength={40}
            autoComplete="off"
          />
        ),
      },
    },
    {
      name: "Reject",
      icon: "prohibit",
      value: "end",
      ask: { title: "Reject with a reason", verb: "Reject", tone: "danger", fields: <EndFields form={bulkForm} /> },
    },
  ];
}

/** The colour of a stage's chip. */
function getStageTone(stage: string): "plain" | "info" | "warn" | "success" {
  if (stage === firstStage) return "info";
  if (stage === hiredStage) return "success";
  return isEnding(stage) ? "plain" : "warn";
}
