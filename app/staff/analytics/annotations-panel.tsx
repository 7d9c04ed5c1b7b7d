import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DateField } from "#app/staff-kit/date-field.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import { Definition } from "./definition.tsx";
import { FormProblem } from "./form-problem.tsx";
import { type AnalyticsState, buildFormPath, buildPath } from "./state.ts";
import type { AnalyticsView } from "./to-view.ts";
import "./recipes.ts";

/** `problem` is why what was sent was refused. */
export type Edited = Omit<NonNullable<AnalyticsView["edited"]>, "problem"> & { problem: string | null };

interface AnnotationsPanelProps {
  state: AnalyticsState;
  happenings: AnalyticsView["happenings"];
  /** What they are. */
  note: string;
  /** The one whose form is open. */
  edited: Edited | null;
}

/**
 * What happened in these days, by the letters in the chart; who wrote one can change and delete it. What was published and
 * which campaigns began stands there by itself.
 */
export function AnnotationsPanel({ state, happenings, note, edited }: AnnotationsPanelProps) {
  const isAll = state.notes === "all";
  return (
    <section className="panel" id="annotations" aria-labelledby="annotations-title" tabIndex={-1}>
      <header>
        <h2 id="annotations-title">Annotations</h2>
        <Definition name="Annotations" note={note} />
        <div className="mini">
          <Link
            className={nameButton({ kind: "ghost", isSmall: true })}
            to={`${buildPath(state, { notes: isAll ? "own" : "all" })}#annotations`}
            preventScrollReset
          >
            {isAll ? "Own only" : "Show all"}
          </Link>
          <Link
            className={nameButton({ kind: "ghost", isSmall: true })}
            data-opens="note"
            to={`${buildPath(state, { edit: "note" })}#annotations`}
          >
            Add
          </Link>
        </div>
      </header>
      {edited && <NoteForm key={edited.id} state={state} edited={edited} />}
      {happenings.length === 0 && !edited && (
        <p className="panel-none">Write down what may explain a number: a campaign, an article, an outage.</p>
      )}
      <ul className="annotations: grid grid-cols-[22px_minmax(0,_1fr)_auto_auto] gap-[0_8px] [&>li]:grid [&>li]:grid-cols-[subgrid] [&>li]:col-[1/-1] [&>li]:items-center [&>li]:min-h-30px [&>li]:py-3px [&_time]:text-right [&_time]:text-ink-2 [&_time]:text-13 [&_time]:whitespace-nowrap [&_a]:min-h-24px [&_a]:underline [&_a]:underline-offset-3px lt-md:[&>li]:min-h-40px">
        {happenings.map(({ id, letter, text, date, day, isOwn, isNote, items }) => (
          <li key={id}>
            <span
              className="annotations-letter: grid place-items-center justify-self-start min-w-18px h-18px px-3px text-on-primary font-600 text-12 bg-primary rounded-full data-[auto]:text-ink data-[auto]:bg-bg data-[auto]:rounded-3px data-[auto]:[outline:1px_solid_var(--line-strong)] data-[auto]:outline-offset-[-1px]"
              data-auto={isNote ? undefined : ""}
            >
              {letter}
            </span>
            {isNote ? <span>{text}</span> : <Published text={text} items={items} />}
            <time dateTime={date}>{day}</time>
            {isOwn && (
              <Link
                data-opens={id}
                to={`${buildPath(state, { edit: id })}#annotations`}
                aria-label={`Change “${text}”`}
              >
                Change
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What nobody has written: each leads to its figures. */
function Published({ text, items }: Pick<AnalyticsView["happenings"][number], "text" | "items">) {
  const [only, second] = items;
  if (only && !second)
    return (
      <Link className="annotations-auto" to={only.to} preventScrollReset>
        {text}
      </Link>
    );
  return (
    <details className="annotations-auto">
      <summary>{text}</summary>
      <ul>
        {items.map(({ name, to }) => (
          <li key={to}>
            <Link to={to} preventScrollReset>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The form of one annotation. */
export function NoteForm({
  state,
  edited: { id, version, day, text, problem },
}: {
  state: AnalyticsState;
  edited: Edited;
}) {
  const action = buildPath(state);
  return (
    <div
      className="annotations-form: mb-10px [&>form:not([hidden])]:grid [&>form:not([hidden])]:gap-8px"
      data-edit-form
    >
      <Form method="post" action={buildFormPath(state)} preventScrollReset>
        {id !== null && (
          <>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={version} />
          </>
        )}
        <FormProblem text={problem} />
        <DateField label="Day" name="day" defaultValue={day} />
        <KitInput label="What happened" name="text" required maxLength={80} autoComplete="off" defaultValue={text} />
        <div className="kit-row">
          <Button type="submit" isSmall name="do" value={id === null ? "note-add" : "note-change"}>
            {id === null ? "Add to the chart" : "Save"}
          </Button>
          <Link className={nameButton({ kind: "ghost", isSmall: true })} to={action} preventScrollReset>
            Cancel
          </Link>
          {id !== null && (
            <DialogTrigger dialog="annotation-delete" kind="danger" isSmall>
              Delete…
            </DialogTrigger>
          )}
        </div>
      </Form>
      {id !== null && (
        <ConfirmDialog
          id="annotation-delete"
          title="Delete this annotation?"
          verb="Delete"
          count={1}
          noun="annotation"
          tone="danger"
          action={action}
          fields={{ do: "note-delete", id, version: String(version) }}
        >
          <p>“{text}” disappears from the chart for everybody. It cannot be brought back.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
