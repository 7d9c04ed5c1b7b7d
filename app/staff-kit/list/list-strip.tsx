import { Form } from "react-router";
import type { ListDefinition } from "#app/shared/list.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Button } from "../button.tsx";
import { closeDialog, Dialog, DialogCancel } from "../dialog.tsx";
import { Icon, type IconName } from "../icon.tsx";
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
  | { value: string; confirm: { title: string; text: string; verb: string } }
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
  const noun = count === 1 ? list.nouns.one : list.nouns.many;
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
      <p className="list-count" role="status">
        {count > 0 ? `${count} selected` : summary}
      </p>
      {canTick && (
        <div className="list-bulk" role="toolbar" aria-label={`Actions for the selected ${list.nouns.many}`}>
          {actions.map((action) => (
            <BulkButton key={action.name} action={action} what={hasScript ? `${count} ${noun}` : "those selected"} />
          ))}
          <button
            type="reset"
            form={bulkForm}
            className="kit-btn kit-btn-ghost kit-btn-small list-deselect"
            onClick={() => setAll(false)}
          >
            Clear<span className="kit-unseen"> the selection</span> <Keys keys="Escape" />
          </button>
        </div>
      )}
      <DensityForm density={density} />
      <Form id={bulkForm} method="post" preventScrollReset hidden />
      <Form id={rowForm} method="post" preventScrollReset hidden />
    </div>
  );
}

function BulkButton({ action, what }: { action: BulkAction; what: string }) {
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
  if (!("confirm" in action))
    return (
      <Button isSmall kind="ghost" icon={icon} type="submit" form={bulkForm} name="do" value={action.value}>
        {name}
      </Button>
    );
  const id = `list-confirm-${action.value}`;
  const { title, text, verb } = action.confirm;
  return (
    <>
      <Button isSmall kind="ghost" icon={icon} command="show-modal" commandfor={id} aria-haspopup="dialog">
        {name}
      </Button>
      <Dialog
        id={id}
        title={title}
        summary={what}
        actions={
          <>
            <DialogCancel dialog={id} />
            <Button
              kind="primary"
              type="submit"
              form={bulkForm}
              name="do"
              value={action.value}
              onClick={({ currentTarget }) => closeDialog(currentTarget)}
            >
              {verb}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}

/** How close the rows stand: remembered for the reader, for every list. */
function DensityForm({ density }: Pick<ListStripProps, "density">) {
  const next = density === "compact" ? "comfortable" : "compact";
  return (
    <Form className="list-density" method="post" preventScrollReset>
      <input type="hidden" name="do" value="density" />
      <button className="kit-btn kit-btn-ghost kit-btn-small" name="density" value={next}>
        <Icon name="rows" />
        {next === "compact" ? "Compact rows" : "Comfortable rows"}
      </button>
    </Form>
  );
}
