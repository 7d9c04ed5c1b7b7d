// Bundle: lists
import type { ReactNode } from "react";
import { Form } from "react-router";
import type { ListDefinition } from "#shared/pages/list.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Button } from "../button.tsx";
import { countThings } from "../count.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { closeDialog, Dialog, DialogTrigger } from "../dialog.tsx";
import type { IconName } from "../icon.tsx";
import { Keys } from "../keys.tsx";
import { Menu } from "../menu.tsx";
import type { Selection } from "./use-selection.ts";
import "./list-strip.css";

/** What can be done with several records at once. The page's action reads it as `do`. */
export type BulkAction = { name: string; icon: IconName } & (
  | { value: string }
  /** One of several values, from a menu. */
  | { choices: readonly { name: string; value: string }[] }
  /** Asks first: for what cannot be undone. */
  | { value: string; confirm: { title: string; text: string; verb: string; tone?: "plain" | "danger" } }
  /** Asks for more: `fields` are controls of the form `bulkForm`. */
  | { value: string; ask: { title: string; fields: ReactNode; verb: string; tone?: "plain" | "danger" } }
);

/** The form that the ticked rows belong to. */
export const bulkForm = "list-bulk";
/** The form of the actions of a single row: they name the row themselves. */
export const rowForm = "list-row";

interface ListStripProps {
  list: ListDefinition;
  /** Which records are shown, of how many: written for the reader. */
  summary: string;
  selection: Selection;
  actions: readonly BulkAction[];
  density: "comfortable" | "compact";
  hasRows: boolean;
}

/**
 * The strip above the head of the table: how many records there are, or, once rows are ticked, what can be done with
 * them. Both have one place and one height, so nothing moves. The stylesheet changes between them, also without script.
 */
export function ListStrip({ list, summary, selection, actions, density, hasRows }: ListStripProps) {
  const hasScript = useHydrated();
  const { count, isAll, setAll } = selection;
  const canTick = actions.length > 0 && hasRows;
  return (
    <div className="list-strip">
      {canTick && (
        <label className="list-tick" aria-hidden={!hasScript || undefined}>
          <input
            type="checkbox"
            className="list-box"
            aria-label={`Select all ${list.nouns.many} of this page`}
            checked={count > 0}
            disabled={!hasScript}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll;
            }}
            onChange={() => setAll(!isAll)}
          />
        </label>
      )}
      <p
        className="list-count: pr-8px whitespace-nowrap [.list-tick+&]:pl-4px [.list:has(input[data-tick]:checked)_&]:font-600"
        role="status"
      >
        {count > 0 ? `${count} selected` : summary}
      </p>
      {canTick && (
        <div className="list-bulk" role="toolbar" aria-label={`Actions for the selected ${list.nouns.many}`}>
          {actions.map((action) => (
            <BulkButton
              key={action.name}
              action={action}
              count={hasScript ? count : null}
              noun={[list.nouns.one, list.nouns.many]}
            />
          ))}
          <Button
            type="reset"
            form={bulkForm}
            kind="ghost"
            isSmall
            className="list-deselect: ml-auto"
            onClick={() => setAll(false)}
          >
            Clear<span className="kit-unseen"> the selection</span> <Keys keys="Escape" />
          </Button>
        </div>
      )}
      <DensityForm density={density} />
      <Form id={bulkForm} method="post" preventScrollReset hidden />
      <Form id={rowForm} method="post" preventScrollReset hidden />
    </div>
  );
}

interface BulkButtonProps {
  action: BulkAction;
  /** How many rows are ticked; null where no script counts them. */
  count: number | null;
  noun: readonly [one: string, many: string];
}

function BulkButton({ action, count, noun }: BulkButtonProps) {
  const { name, icon } = action;
  if ("choices" in action)
    return (
      <Menu
        label={name}
        icon={icon}
        isSmall
        kind="ghost"
        items={action.choices.map((choice) => ({
          name: choice.name,
          submit: { form: bulkForm, name: "do", value: choice.value },
        }))}
      />
    );
  if ("ask" in action) return <AskButton action={action} count={count} noun={noun} />;
  if (!("confirm" in action))
    return (
      <Button isSmall kind="ghost" icon={icon} type="submit" form={bulkForm} name="do" value={action.value}>
        {name}
      </Button>
    );
  const id = `list-confirm-${action.value}`;
  const { title, text, verb, tone = "plain" } = action.confirm;
  return (
    <>
      <DialogTrigger dialog={id} isSmall kind="ghost" icon={icon}>
        {name}
      </DialogTrigger>
      <ConfirmDialog
        {...{ id, title, verb, tone, count, noun }}
        submit={{ form: bulkForm, name: "do", value: action.value }}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  );
}

interface AskButtonProps extends Omit<BulkButtonProps, "action"> {
  action: Extract<BulkAction, { ask: object }>;
}

function AskButton({ action: { name, icon, value, ask }, count, noun: [one, many] }: AskButtonProps) {
  const id = `list-ask-${value}`;
  const what = count === null ? `selected ${many}` : countThings(count, one, many);
  return (
    <>
      <DialogTrigger dialog={id} isSmall kind="ghost" icon={icon}>
        {name}
      </DialogTrigger>
      <Dialog
        id={id}
        title={ask.title}
        confirm={
          <Button
            kind={ask.tone === "danger" ? "danger" : "primary"}
            type="submit"
            form={bulkForm}
            name="do"
            value={value}
            onClick={({ currentTarget }) => closeDialog(currentTarget)}
          >
            {`${ask.verb} ${what}`}
          </Button>
        }
      >
        {ask.fields}
      </Dialog>
    </>
  );
}

/** How close the rows stand: remembered for the reader, for every list. */
function DensityForm({ density }: Pick<ListStripProps, "density">) {
  const next = density === "compact" ? "comfortable" : "compact";
  return (
    <Form
      className="list-density: ml-auto -mr-10px [.list:has(input[data-tick]:checked)_&]:hidden"
      method="post"
      preventScrollReset
    >
      <input type="hidden" name="do" value="density" />
      <Button type="submit" kind="ghost" isSmall icon="rows" name="density" value={next}>
        {next === "compact" ? "Compact rows" : "Comfortable rows"}
      </Button>
    </Form>
  );
}
