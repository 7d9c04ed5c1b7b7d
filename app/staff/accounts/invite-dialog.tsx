import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import type { action } from "./invite.tsx";
import { InviteFields, useInviteForm } from "./invite-fields.tsx";
import type { RoleOption } from "./role-options.ts";
import "./recipes.ts";

/** The id of the dialog that invites people. */
export const inviteDialog = "invite-people";

const form = `${inviteDialog}-form`;

/**
 * Invites people without leaving the list. The form posts to the page /user-management/invite, which answers it where no
 * script runs. What was refused stays in the form.
 */
export function InviteDialog({ options }: { options: readonly RoleOption[] }) {
  const fetcher = useFetcher<typeof action>();
  const element = useRef<HTMLFormElement>(null);
  const state = useInviteForm(undefined);
  const { data: answer } = fetcher;
  const isBusy = fetcher.state !== "idle";
  const refused = answer && "problems" in answer ? answer : null;
  const result = answer && "sent" in answer ? answer : null;
  const left = result?.sent.filter(({ why }) => why !== null) ?? [];

  const settle = useEffectEvent(({ done, sent }: NonNullable<typeof result>) => {
    if (done !== null) showToast({ text: done });
    const others = sent.filter(({ why }) => why !== null);
    if (others.length > 0) return state.setEmails(others.map(({ email }) => email).join("\n"));
    state.clear();
    element.current?.reset();
    element.current?.closest("dialog")?.close();
  });
  useEffect(() => {
    if (result) settle(result);
  }, [result]);

  return (
    <Dialog
      id={inviteDialog}
      title="Invite people"
      place="side"
      className="user-invite-dialog: w-500px"
      summary={state.summary}
      confirm={
        <Button kind="primary" type="submit" form={form} isBusy={isBusy}>
          {state.verb}
        </Button>
      }
    >
      <fetcher.Form
        ref={element}
        id={form}
        className="user-invite-form"
        method="post"
        action="/user-management/invite"
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
        {left.length > 0 && !isBusy && (
          <FormSummary title="Not invited" problems={left.map(({ email, why }) => ({ message: `${email}: ${why}` }))} />
        )}
        <InviteFields state={state} options={options} refused={refused} />
      </fetcher.Form>
    </Dialog>
  );
}
