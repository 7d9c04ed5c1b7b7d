import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { closeDialog, Dialog } from "#app/staff-kit/dialog.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { FactorRow, FactorsView } from "./second-factors-view.ts";
import "#app/staff/recipes.ts";

interface FactorListProps {
  view: FactorsView;
  action: string;
}

/** The passkeys and apps of an account. */
export function FactorList({ view: { factors, isNeeded }, action }: FactorListProps) {
  const isLast = factors.length === 1 && isNeeded;
  return (
    <section aria-labelledby="factors-own">
      <h2 id="factors-own">Passkeys and apps</h2>
      {factors.length === 0 ? (
        <p className="staff-text">
          None yet. {isNeeded ? "Your role needs one." : "Until you add one, your password alone opens your account."}
        </p>
      ) : (
        <ul className="factors-list: [&>li]:flex [&>li]:gap-12px [&>li]:items-center [&>li]:justify-between [&>li]:py-12px [&>li]:border-b-1px-line">
          {factors.map((row) => (
            <li key={row.id}>
              <div className="factors-name: min-w-0 wrap-anywhere [&>p]:text-ink-2">
                <b>{row.name}</b> <StatusChip tone="info">{row.kind === "passkey" ? "Passkey" : "App"}</StatusChip>
                <p>
                  Added <LocalTime at={row.added} />.{" "}
                  {row.used ? (
                    <>
                      Last used <LocalTime at={row.used} />.
                    </>
                  ) : (
                    "Not used yet."
                  )}
                  {row.isSynced && " Copied to your other devices."}
                </p>
              </div>
              <Menu
                label={`More for ${row.name}`}
                isIconOnly
                icon="more"
                kind="ghost"
                items={[
                  { name: "Rename…", icon: "pencil", dialog: `rename-${row.id}` },
                  {
                    name: "Remove…",
                    icon: "trash",
                    tone: "danger",
                    dialog: `remove-${row.id}`,
                    unavailable: isLast ? "Your role needs a second factor. Add another one first." : undefined,
                  },
                ]}
              />
              <RenameDialog {...{ row, action }} />
              {!isLast && <RemoveDialog {...{ row, action }} isLast={factors.length === 1} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowDialogProps {
  row: FactorRow;
  action: string;
}

function RenameDialog({ row: { kind, id, name }, action }: RowDialogProps) {
  const dialog = `rename-${id}`;
  return (
    <Dialog
      id={dialog}
      title={`Rename ${name}`}
      confirm={
        <Button kind="primary" type="submit" form={`${dialog}-form`}>
          Save
        </Button>
      }
    >
      <Form
        id={`${dialog}-form`}
        method="post"
        action={action}
        preventScrollReset
        onSubmit={(event) => closeDialog(event.currentTarget)}
      >
        <input type="hidden" name="do" value="rename" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <KitInput
          label="Name"
          hint="Such as the device it is on."
          name="name"
          defaultValue={name}
          maxLength={80}
          required
        />
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ row: { kind, id, name }, action, isLast }: RowDialogProps & { isLast: boolean }) {
  return (
    <ConfirmDialog
      id={`remove-${id}`}
      title={`Remove ${name}?`}
      verb="Remove"
      count={1}
      noun={kind === "passkey" ? "passkey" : "app"}
      tone="danger"
      fields={{ do: "remove", kind, id }}
      action={action}
    >
      <p>It no longer signs you in. Delete it in the app or on the device, too.</p>
      {isLast && (
        <p>It is your last one: after that your password alone opens your account, and the recovery codes go.</p>
      )}
    </ConfirmDialog>
  );
}
