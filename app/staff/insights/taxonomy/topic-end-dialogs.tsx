import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog } from "#app/staff-kit/dialog.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { KitSelect, KitOptions } from "#app/staff-kit/field.tsx";
import type { TopicKind } from "#shared/insights/topic.ts";
import type { TopicRow } from "./load-topics.ts";
import { nameDialog } from "./topic-dialog.tsx";
import { topicLists } from "./topic-lists.ts";
import "./recipes.ts";

interface EndDialogProps {
  kind: TopicKind;
  row: TopicRow;
  /** What can take its place. */
  choices: readonly { id: string; name: string }[];
}

/** Joins it with another: that one gets all articles, and the address leads to it. */
export function MergeDialog(props: EndDialogProps) {
  const { one } = topicLists[props.kind].nouns;
  return (
    <HandOver
      {...props}
      form="merge"
      title={`Join “${props.row.name}” with another ${one}`}
      verb="Join them"
      label={`The ${one} that stays`}
    >
      Its articles, published or not, go to the other one, and its address leads there. This cannot be undone.
    </HandOver>
  );
}

/** Deletes it. Where articles need one, somebody must say which they get; a tag just goes. */
export function DeleteDialog({ kind, row, choices }: EndDialogProps) {
  const { one } = topicLists[kind].nouns;
  const title = `Delete the ${one} “${row.name}”?`;
  if (row.isInUse && kind !== "tag" && choices.length > 0)
    return (
      <HandOver {...{ kind, row, choices, title }} form="delete" verb="Delete and hand over" label="Its articles go to">
        An article needs {kind === "author" ? "an author" : "a category"}. Its address will lead to the one that you
        choose. This cannot be undone.
      </HandOver>
    );
  return (
    <ConfirmDialog
      id={nameDialog("delete", row.id)}
      title={title}
      verb="Delete"
      count={1}
      noun={one}
      tone="danger"
      action="?form=delete"
      fields={{ id: row.id, version: String(row.version) }}
    >
      <p>
        {row.isInUse
          ? kind === "tag"
            ? "Its articles lose it. Its address leads nowhere then. This cannot be undone."
            : `Articles have it, and there is no other ${one} that could get them.`
          : "No article has it. This cannot be undone."}
      </p>
    </ConfirmDialog>
  );
}

interface HandOverProps extends EndDialogProps {
  form: "merge" | "delete";
  title: string;
  verb: string;
  label: string;
  children: React.ReactNode;
}

function HandOver({ kind, row, choices, form, title, verb, label, children }: HandOverProps) {
  const dialog = nameDialog(form, row.id);
  return (
    <Dialog
      id={dialog}
      title={title}
      confirm={
        <Button kind="danger" type="submit" form={`${dialog}-form`}>
          {verb}
        </Button>
      }
    >
      <p>{children}</p>
      <Form
        id={`${dialog}-form`}
        className="topic-form"
        method="post"
        action="?form=merge"
        preventScrollReset
        onSubmit={({ currentTarget }) => closeDialog(currentTarget)}
      >
        <input type="hidden" name="id" value={row.id} />
        <input type="hidden" name="version" value={row.version} />
        <KitSelect label={label} name="into" required defaultValue="">
          <option value="" disabled>
            {`Choose ${kind === "author" ? "an" : "a"} ${topicLists[kind].nouns.one}`}
          </option>
          <KitOptions of={choices.map(({ id, name }) => ({ value: id, name }))} />
        </KitSelect>
      </Form>
    </Dialog>
  );
}
