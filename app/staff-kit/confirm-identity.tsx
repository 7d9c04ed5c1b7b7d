// Bundle: staff
import { useEffect, useState, useSyncExternalStore } from "react";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { answerQuestion, readNoQuestion, readQuestion, subscribeQuestion } from "./ask-to-confirm.ts";
import { nameButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { LoadingState } from "./states.tsx";

/**
 * Asks who is signed in to confirm it, when a change was refused because they signed in a while ago. Once per page, in the
 * frame: forms are sent again by themselves (app/staff/confirm-when-stale.tsx), and other code awaits `askToConfirm`.
 */
export function ConfirmIdentity({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(subscribeQuestion, readQuestion, readNoQuestion) !== null;
  const ways = useWays(isAsked);
  return (
    <Dialog id="confirm-identity" title="Confirm that it is you" isOpen={isAsked} onClose={() => answerQuestion(false)}>
      <p>You signed in a while ago. Confirm who you are, and your change is made at once.</p>
      {ways ? (
        <ConfirmForm
          action="/api/auth/confirm"
          email={email}
          kinds={ways.kinds}
          submitClass={nameButton({ kind: "primary" })}
          passkeyClass={nameButton()}
          onConfirmed={() => answerQuestion(true)}
        >
          {ways.company !== null && (
            <p>
              No password here?{" "}
              <a className="link" href="/auth/confirm?next=/account" target="_blank">
                Confirm with {ways.company} in a new tab
              </a>
              , then close this and send your change again.
            </p>
          )}
        </ConfirmForm>
      ) : (
        isAsked && <LoadingState>Reading how you sign in</LoadingState>
      )}
    </Dialog>
  );
}

interface Ways {
  /** The second factors of who is signed in. */
  kinds: readonly string[];
  /** The name of the company's identity provider; null without one. */
  company: string | null;
  /** There is nothing to confirm just now. */
  is_fresh: boolean;
}

/** By what to confirm, read anew for each question; null until it is read. */
function useWays(isAsked: boolean): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    void readWays().then((read) => isOver || setWays(read));
    return () => {
      isOver = true;
      setWays(null);
    };
  }, [isAsked]);
  return ways;
}

/** If they cannot be read the form asks for the password, and the server says what it misses. */
const unknown: Ways = { kinds: ["totp"], company: null, is_fresh: false };

export async function readWays(): Promise<Ways> {
  try {
    const response = await fetch("/api/auth/confirm", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as Ways) : unknown;
  } catch {
    return unknown;
  }
}
