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
  const factors = useFactors(isAsked);
  return (
    <Dialog id="confirm-identity" title="Confirm that it is you" isOpen={isAsked} onClose={() => answerQuestion(false)}>
      <p>You signed in a while ago. Confirm who you are, and your change is made at once.</p>
      {factors ? (
        <ConfirmForm
          action="/api/auth/confirm"
          email={email}
          kinds={factors.kinds}
          submitClass={nameButton({ kind: "primary" })}
          passkeyClass={nameButton()}
          onConfirmed={() => answerQuestion(true)}
        >
          {factors.company !== null && (
            <p>
              No password here?{" "}
              <a className="link" href="/auth/confirm?next=/account" target="_blank">
                Confirm with {factors.company} in a new tab
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

interface FactorsAnswer {
  /** The second factors of who is signed in. */
  kinds: readonly string[];
  /** The name of the company's identity provider; null without one. */
  company: string | null;
  /** There is nothing to confirm just now. */
  is_fresh: boolean;
}

/** By what to confirm, read anew for each question; null until it is read. */
function useFactors(isAsked: boolean): FactorsAnswer | null {
  const [factors, setFactors] = useState<FactorsAnswer | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    void readFactors().then((read) => isOver || setFactors(read));
    return () => {
      isOver = true;
      setFactors(null);
    };
  }, [isAsked]);
  return factors;
}

/** If they cannot be read the form asks for the password, and the server says what it misses. */
const unknown: FactorsAnswer = { kinds: ["totp"], company: null, is_fresh: false };

export async function readFactors(): Promise<FactorsAnswer> {
  try {
    const response = await fetch("/api/auth/confirm", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as FactorsAnswer) : unknown;
  } catch {
    return unknown;
  }
}
