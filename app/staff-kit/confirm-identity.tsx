import { useEffect, useState, useSyncExternalStore } from "react";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { answerQuestion, readNoQuestion, readQuestion, subscribeQuestion } from "./ask-to-confirm.ts";
import { nameButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { LoadingState } from "./states.tsx";

/**
 * Asks who is signed in to confirm it, when a change was refused because they signed in a while ago. Once per page, in the
 * frame: forms are sent again by themselves (app/client/page-data.ts), and other code awaits `askToConfirm`.
 */
export function ConfirmIdentity({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(subscribeQuestion, readQuestion, readNoQuestion) !== null;
  const kinds = useFactorKinds(isAsked);
  return (
    <Dialog id="confirm-identity" title="Confirm that it is you" isOpen={isAsked} onClose={() => answerQuestion(false)}>
      <p>You signed in a while ago. Confirm who you are, and your change is made at once.</p>
      {kinds ? (
        <ConfirmForm
          action="/api/auth/confirm"
          email={email}
          kinds={kinds}
          submitClass={nameButton({ kind: "primary" })}
          passkeyClass={nameButton()}
          onConfirmed={() => answerQuestion(true)}
        />
      ) : (
        isAsked && <LoadingState>Reading how you sign in</LoadingState>
      )}
    </Dialog>
  );
}

/** The second factors of who is signed in, read anew for each question; null until they are read. */
function useFactorKinds(isAsked: boolean): readonly string[] | null {
  const [kinds, setKinds] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    void readKinds().then((read) => isOver || setKinds(read));
    return () => {
      isOver = true;
      setKinds(null);
    };
  }, [isAsked]);
  return kinds;
}

/** If they cannot be read the form asks for the password, and the server says what it misses. */
async function readKinds(): Promise<readonly string[]> {
  try {
    const response = await fetch("/api/auth/confirm", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as { kinds: string[] }).kinds : ["totp"];
  } catch {
    return ["totp"];
  }
}
