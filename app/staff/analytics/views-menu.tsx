import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog } from "#app/staff-kit/dialog.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { writePath } from "./state.ts";

export interface SavedView {
  id: string;
  name: string;
  query: string;
  /** The page opens with it. */
  isDefault: boolean;
}

interface ViewsMenuProps {
  views: readonly SavedView[];
  /** Of the address that is shown. */
  query: string;
}

/** What the reader keeps under a name: days, filters, chart and panels, for them alone. */
export function ViewsMenu({ views, query }: ViewsMenuProps) {
  const current = views.find((view) => view.query === query);
  return (
    <>
      <Menu
        label="Saved views"
        face={current?.name ?? "Saved views"}
        items={[
          ...(views.length > 0 ? [{ name: "Everything", to: writePath(""), isChecked: query === "" && !current }] : []),
          ...views.map(({ id, name, query: saved, isDefault }) => ({
            name: isDefault ? `${name} (opens first)` : name,
            to: writePath(saved),
            isChecked: id === current?.id,
          })),
          ...(views.length > 0 ? [{ kind: "separator" } as const] : []),
          ...(current
            ? [
                {
                  name: current.isDefault ? "Open the page with everything" : "Open the page with this view",
                  icon: "eye" as const,
                  submit: { form: "analytics-view", name: "do", value: current.isDefault ? "view-plain" : "view-open" },
                },
              ]
            : []),
          current
            ? {
                name: `Delete “${current.name}”`,
                icon: "trash",
                tone: "danger",
                submit: { form: "analytics-view", name: "do", value: "view-delete" },
              }
            : { name: "Save what is shown…", icon: "plus", dialog: "analytics-view-save" },
        ]}
      />
      {current && (
        <Form id="analytics-view" method="post" hidden>
          <input type="hidden" name="view" value={current.id} />
        </Form>
      )}
      <Dialog
        id="analytics-view-save"
        title="Save view"
        confirm={
          <Button kind="primary" type="submit" form="analytics-view-new">
            Save
          </Button>
        }
      >
        <Form
          id="analytics-view-new"
          method="post"
          preventScrollReset
          onSubmit={({ currentTarget }) => closeDialog(currentTarget)}
        >
          <input type="hidden" name="do" value="view-save" />
          <KitInput
            label="Name"
            hint="Keeps days, filters, chart and panels under a name, for you alone."
            name="name"
            required
            maxLength={40}
            autoComplete="off"
          />
        </Form>
      </Dialog>
    </>
  );
}
