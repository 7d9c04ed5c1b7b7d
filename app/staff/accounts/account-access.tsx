import { useState } from "react";
import { Form } from "react-router";
import type { Role } from "#shared/permissions.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { countThings } from "#app/staff-kit/count.ts";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Properties } from "#app/staff-kit/side-panel.tsx";
import { Why } from "#app/staff-kit/switch.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { RoleBoxes } from "./role-boxes.tsx";
import { RoleTags } from "./account-rows.tsx";
import type { AccountView } from "./account-view.ts";
import "./recipes.ts";

interface AccountAccessProps {
  view: AccountView;
  /** Why the last change was refused. */
  refused: Refusal | null;
  own: string;
  isBusy: boolean;
}

/** What can be done with an account. What the reader may not do is there, too, and says why. */
export function AccountAccess({ view, refused, own, isBusy }: AccountAccessProps) {
  const { id, version, status, email, invitedBy, made, enquiries, unchangeable, mayRemove } = view;
  const why = unchangeable ?? undefined;
  const ids = { roles: `roles-${id}`, disable: `disable-${id}`, remove: `remove-${id}` };
  const fixed = { version: String(version) };
  return (
    <div className="user-access: grid gap-8px content-start">
      <div className="user-part">
        <h2>Access</h2>
      </div>
      <Properties
        rows={[
          { name: "Roles", value: <RoleTags {...view} /> },
          { name: "Invited by", value: invitedBy ?? "Nobody: signed up, or made by an operator" },
          { name: "Made", value: <LocalTime at={made} /> },
        ]}
      />
      {unchangeable && <Why id={`why-${id}`}>{unchangeable}</Why>}
      <div className="kit-row">
        <Opener dialog={ids.roles} why={why}>
          Change roles
        </Opener>
        <Form method="post" action={own} preventScrollReset>
          <input type="hidden" name="intent" value="reset" />
          <Button
            type="submit"
            isSmall
            unavailable={why ?? (status === "active" ? undefined : "Enable the account first.")}
          >
            Send reset link
          </Button>
        </Form>
        <Button isSmall icon="fingerprint" unavailable="Only an operator does this: npm run admin:reset-second-factor.">
          Reset second factor
        </Button>
        {status === "active" ? (
          <Opener dialog={ids.disable} why={why} isDanger>
            Disable
          </Opener>
        ) : (
          <Form method="post" action={own} preventScrollReset>
            <input type="hidden" name="version" value={version} />
            <Button type="submit" isSmall name="intent" value="enable" unavailable={why}>
              Enable
            </Button>
          </Form>
        )}
        <Opener
          dialog={ids.remove}
          why={why ?? (mayRemove ? undefined : "Only a super admin removes accounts.")}
          isDanger
        >
          Remove account
        </Opener>
      </div>
      {why === undefined && (
        <>
          <RolesDialog id={ids.roles} {...{ view, refused, own, isBusy }} />
          <ConfirmDialog
            id={ids.disable}
            title="Disable this account?"
            summary={email}
            verb="Disable"
            count={1}
            noun="account"
            tone="danger"
            fields={{ ...fixed, intent: "disable" }}
            action={own}
          >
            <p>
              It is signed out everywhere at once, and nobody can sign in to it. Roles and everything it wrote stay. You
              can enable it again.
            </p>
          </ConfirmDialog>
        </>
      )}
      {why === undefined && mayRemove && (
        <ConfirmDialog
          id={ids.remove}
          title="Remove this account?"
          summary={email}
          verb="Remove"
          count={1}
          noun="account"
          tone="danger"
          fields={{ ...fixed, intent: "remove" }}
          action={own}
        >
          <p>
            What it wrote stays, and its name becomes “Former colleague”.
            {enquiries > 0 && ` ${countThings(enquiries, "enquiry", "enquiries")} will have no owner.`} This cannot be
            undone; disable it instead to keep it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface OpenerProps {
  dialog: string;
  why: string | undefined;
  isDanger?: boolean;
  children: string;
}

/** Opens a dialog, or says why it cannot. */
function Opener({ dialog, why, isDanger = false, children }: OpenerProps) {
  const look = { isSmall: true, kind: isDanger ? "danger" : "plain" } as const;
  if (why !== undefined)
    return (
      <Button {...look} unavailable={why}>
        {children}
      </Button>
    );
  return (
    <DialogTrigger {...look} dialog={dialog}>
      {children}
    </DialogTrigger>
  );
}

/** A checkbox for every role. After a refusal it holds what was chosen, with the version that is shown now. */
function RolesDialog({ id, view, refused, own, isBusy }: AccountAccessProps & { id: string }) {
  const answers = refused?.answers?.intent === "roles" ? [refused.answers.role ?? []].flat() : null;
  const typed = answers && view.roleOptions.map(({ role }) => role).filter((role) => answers.includes(role));
  const [chosen, setChosen] = useState<readonly Role[]>(typed ?? view.roles);
  const [shown, setShown] = useState({ version: view.version, refused });
  // Somebody's change of the account counts, unless it came between one's own choice and its saving.
  if (shown.version !== view.version || shown.refused !== refused) {
    setShown({ version: view.version, refused });
    setChosen(typed ?? view.roles);
  }
  const form = `${id}-form`;
  const name = view.name ?? view.email;
  return (
    <Dialog
      id={id}
      title={`Roles of ${name}`}
      summary="They count from the next click of the account on."
      confirm={
        <Button kind="primary" type="submit" form={form} isBusy={isBusy}>
          Save roles
        </Button>
      }
    >
      <Form
        id={form}
        method="post"
        action={own}
        preventScrollReset
        onSubmit={({ currentTarget }) => closeDialog(currentTarget)}
      >
        <input type="hidden" name="intent" value="roles" />
        <input type="hidden" name="version" value={view.version} />
        <RoleBoxes options={view.roleOptions} chosen={chosen} onChange={setChosen} />
      </Form>
    </Dialog>
  );
}
