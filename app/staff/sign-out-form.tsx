import { type FormEvent, useState } from "react";
import { signOut } from "#app/client/session-client.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { expectSignOut, hasUnsavedWork } from "#app/writing-kit/departure.ts";

/** The form leads to the sign-in page, which says that the reader is signed out. */
const signOutPath = `/api/auth/sign-out?${new URLSearchParams({ next: "/auth?signed-out=1" })}`;

/** Signs out in every tab at once. Without script the form signs out this browser. Unsaved work asks first. */
export function SignOutForm() {
  const [busy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);

  async function leave(form: HTMLFormElement | null) {
    setBusy(true);
    expectSignOut();
    // When the server cannot be reached, the plain form post shows the error.
    await signOut().catch(() => form?.submit());
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setBusy(true);
    if (!(await hasUnsavedWork())) return leave(form);
    setBusy(false);
    setAsking(true);
  }

  return (
    <form id="sign-out" method="post" action={signOutPath} onSubmit={(event) => void submit(event)}>
      <button
        className={nameButton({ kind: "ghost", isIconOnly: true })}
        aria-disabled={busy || undefined}
        aria-label="Logout"
        title="Logout"
      >
        <Icon name="sign-out" />
      </button>
      <Dialog
        id="sign-out-unsaved"
        title="Sign out with unsaved text?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        keep="Stay here"
        confirm={
          <Button kind="danger" onClick={() => void leave(document.querySelector<HTMLFormElement>("#sign-out"))}>
            Sign out all the same
          </Button>
        }
      >
        <p>
          What you wrote last could not be saved. This device keeps it: sign in here again and open the article, and you
          are asked whether to use it.
        </p>
      </Dialog>
    </form>
  );
}
