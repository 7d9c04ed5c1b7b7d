import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { KitField, KitInput } from "#app/staff-kit/field.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { FormProblem } from "../form-problem.tsx";
import { type AnalyticsState, buildFormPath, buildPath } from "../state.ts";
import type { GoalFormView } from "./goal-form-view.ts";
import { Pick } from "./pick.tsx";
import "../recipes.ts";

/** The form of a goal: a name, and what has to happen, from a list. */
export function GoalForm({ state, form }: { state: AnalyticsState; form: GoalFormView }) {
  const { id, version, name, pick, pattern, problem, groups } = form;
  const action = buildPath(state);
  return (
    <section className="panel panel-wide" id="goal-form" aria-labelledby="goal-form-title" tabIndex={-1}>
      <header>
        <h2 id="goal-form-title">{id === null ? "New goal" : "Change the goal"}</h2>
      </header>
      <Form
        method="post"
        action={buildFormPath(state)}
        preventScrollReset
        className="goal-form: [&_summary]:flex [&_summary]:gap-6px [&_summary]:items-center [&_summary]:w-fit [&_summary]:min-h-32px grid gap-12px max-w-36rem"
        data-edit-form
      >
        {id !== null && <input type="hidden" name="id" value={id} />}
        {id !== null && <input type="hidden" name="version" value={version} />}
        <KitField label="What has to happen">
          {(ties) => <Pick {...ties} name="pick" label={null} groups={groups} value={pick} none="Choose…" />}
        </KitField>
        <KitInput label="Name" name="name" maxLength={60} autoComplete="off" defaultValue={name} />
        <details open={pattern !== "" || undefined}>
          <summary>
            Several pages by a pattern instead
            <Icon name="caret-down" />
          </summary>
          <KitInput
            label="Pages"
            hint="/insights/* is any page right below, /insights/** any at all. Leave the list above at “Choose…”."
            name="pattern"
            maxLength={256}
            autoComplete="off"
            defaultValue={pattern}
          />
        </details>
        <FormProblem text={problem} />
        <div className="kit-row">
          <Button type="submit" kind="primary" isSmall name="do" value={id === null ? "goal-add" : "goal-change"}>
            Save
          </Button>
          <Link className={nameButton({ kind: "ghost", isSmall: true })} to={action} preventScrollReset>
            Cancel
          </Link>
          {id !== null && (
            <DialogTrigger dialog="goal-delete" kind="danger" isSmall>
              Delete…
            </DialogTrigger>
          )}
        </div>
      </Form>
      {id !== null && (
        <ConfirmDialog
          id="goal-delete"
          title="Delete this goal?"
          verb="Delete"
          count={1}
          noun="goal"
          tone="danger"
          action={action}
          fields={{ do: "goal-delete", id, version: String(version) }}
        >
          <p>“{name}” disappears for everybody. It cannot be brought back; no visit is deleted.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
