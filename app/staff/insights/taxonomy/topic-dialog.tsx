import { Form } from "react-router";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { longestNames, longestSlug, mostLinks, type TopicKind } from "#shared/insights/topic.ts";
import { AuthorPhoto } from "./author-photo.tsx";
import type { TopicRow } from "./load-topics.ts";
import { type TopicForm, topicLists } from "./topic-lists.ts";
import "./recipes.ts";

/** The id of the dialog of a form; `id` is that of the row. */
export function nameDialog(form: TopicForm, id = ""): string {
  return `topic-${form}${id && `-${id}`}`;
}

interface TopicDialogProps {
  kind: TopicKind;
  /** Null for a new one. */
  row: TopicRow | null;
  /** The refusal of the last form of the page, whichever it was. */
  refusal: Refusal | null;
}

/** Makes an author, a category or a tag, or changes one. What was refused stays in the form. */
export function TopicDialog({ kind, row, refusal }: TopicDialogProps) {
  const id = nameDialog(row ? "edit" : "new", row?.id);
  const { one } = topicLists[kind].nouns;
  const isOurs =
    refusal !== null && readAnswer(refusal.answers, "id") === row?.id && !readAnswer(refusal.answers, "into");
  const ours = isOurs ? refusal : null;
  const form = `${id}-form`;
  return (
    <Dialog
      id={id}
      title={row ? `Change ${one}` : `New ${one}`}
      confirm={
        <Button kind="primary" type="submit" form={form}>
          {row ? "Save" : `Make the ${one}`}
        </Button>
      }
    >
      <Form
        id={form}
        className="topic-form"
        method="post"
        action={`?form=${row ? "edit" : "new"}`}
        noValidate
        preventScrollReset
      >
        {ours && <FormSummary title={ours.title} problems={ours.problems} />}
        {row && <input type="hidden" name="id" value={row.id} />}
        {row && <input type="hidden" name="version" value={row.version} />}
        <TopicFields kind={kind} row={row} refusal={ours} />
      </Form>
      {row && kind === "author" && <AuthorPhoto row={row} />}
    </Dialog>
  );
}

function TopicFields({ kind, row, refusal }: TopicDialogProps) {
  const field = (name: string, stored = "") => ({
    name,
    value: readAnswer(refusal?.answers, name) ?? stored,
    error: refusal?.problems.find((problem) => problem.field === name)?.message,
  });
  const text = kind === "author" ? "bio" : "description";
  return (
    <>
      <TextField label="Name" longest={longestNames[kind]} {...field("name", row?.name)} isNeeded />
      <TextField
        label="Address"
        longest={longestSlug}
        {...field("slug", row?.slug)}
        hint={
          row
            ? `The part after /insights/${kind}/. A former address leads to the new one.`
            : "Made of the name, unless you write one: small letters, digits and hyphens."
        }
      />
      {kind === "author" && <TextField label="Role" longest={120} {...field("role", row?.role)} />}
      {kind !== "tag" && (
        <TextField
          label={kind === "author" ? "About them" : "Description"}
          longest={kind === "author" ? 600 : 300}
          {...field(text, row?.text)}
          isLong
        />
      )}
      {kind === "author" &&
        Array.from({ length: mostLinks }, (_, index) => (
          <fieldset key={index} className="topic-link: grid grid-cols-[minmax(0,_1fr)_minmax(0,_2fr)] gap-[8px_12px]">
            <legend className="kit-label">{`Link ${index + 1}`}</legend>
            <TextField
              label="Name of the link"
              longest={60}
              {...field(`links[${index}].name`, row?.links[index]?.name)}
            />
            <TextField label="Its address" longest={500} {...field(`links[${index}].url`, row?.links[index]?.url)} />
          </fieldset>
        ))}
    </>
  );
}

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  longest: number;
  error: string | undefined;
  hint?: string;
  isLong?: boolean;
  isNeeded?: boolean;
}

function TextField({ label, name, value, longest, error, hint, isLong = false, isNeeded = false }: TextFieldProps) {
  return (
    <KitField label={label} error={error} hint={hint} isOptional={!isNeeded}>
      {(ties) => {
        const shared = { ...ties, className: "kit-input", name, maxLength: longest, defaultValue: value };
        return isLong ? (
          <textarea {...shared} rows={4} />
        ) : (
          <input {...shared} required={isNeeded} autoComplete="off" />
        );
      }}
    </KitField>
  );
}
