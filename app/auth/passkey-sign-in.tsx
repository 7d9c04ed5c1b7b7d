import { useEffect, useState } from "react";
import { announceSignIn, type Session } from "#app/client/session-client.ts";
import { minute } from "#shared/dates/durations.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { canAutofill, hasPasskeys, askForPasskey } from "#app/ui/passkeys.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const path = "/api/auth/passkeys/sign-in";
/** The server forgets what a passkey has to sign after five minutes. */
const renewedAfter = 4 * minute;

/**
 * Signs in by a passkey: by a button, and from the list with which the browser fills in the e-mail field. The page that it
 * stands on hears of the session and leaves. Nothing is shown where the browser has no passkeys; most have them, so the
 * button has its place before script has run.
 */
export function PasskeySignIn({ hasAutofill = true }: { hasAutofill?: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isStopped, setStopped] = useState(false);
  const isReady = useHydrated();

  useEffect(() => {
    if (!hasAutofill || isStopped) return;
    return offerInField(setRefusal);
  }, [hasAutofill, isStopped]);

  async function signIn() {
    // The browser asks about one passkey at a time.
    setStopped(true);
    setBusy(true);
    setRefusal(null);
    const sent = await askForPasskey<Session>(path);
    if (sent.kind === "done") return announceSignIn(sent.body);
    setBusy(false);
    setStopped(false);
    if (sent.refusal.problems.length > 0) setRefusal(sent.refusal);
  }

  if (isReady && !hasPasskeys()) return null;
  return (
    <div className="needs-js auth-passkey: grid gap-20px justify-items-start">
      {refusal && !isBusy && <FormSummary title="You are not signed in" problems={refusal.problems} />}
      <button
        type="button"
        className="btn btn-outline"
        disabled={!isReady}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        onClick={() => void (isBusy || signIn())}
      >
        {isBusy && <StarSpinner />}
        {isBusy ? "Waiting for your passkey" : "Use a passkey"}
      </button>
    </div>
  );
}

/** Offers passkeys in the e-mail field, again and again, until the page is left or the returned function is called. */
function offerInField(onRefused: (refusal: Refusal) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function offer(): Promise<void> {
    if (isOver || !(await canAutofill())) return;
    // Asking anew ends the question before.
    timer = setTimeout(() => void (document.hidden || offer()), renewedAfter);
    const sent = await askForPasskey<Session>(path, undefined, { isAutofill: true, isOver: () => isOver });
    if (isOver) return;
    if (sent.kind === "done") return announceSignIn(sent.body);
    if (sent.refusal.problems.length > 0 && sent.refusal.status === 401) onRefused(sent.refusal);
  }

  void offer();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
