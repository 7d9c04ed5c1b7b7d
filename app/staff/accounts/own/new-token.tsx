import { useEffect, useRef } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** A new token, shown this once. Takes the focus when it appears. */
export function NewToken({ token }: { token: string }) {
  const section = useRef<HTMLElement>(null);
  const hydrated = useHydrated();

  useEffect(() => section.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(token);
      showToast({ text: "The token is copied." });
    } catch {
      showToast({ text: "Your browser did not allow copying. Select the token and copy it.", tone: "error" });
    }
  }

  return (
    <section
      ref={section}
      className="account-token: grid gap-8px justify-items-start w-full p-14px bg-surface rounded-10px [&_code]:max-w-full [&_code]:wrap-anywhere"
      aria-labelledby="new-token"
      tabIndex={-1}
    >
      <h3 id="new-token">Your new token</h3>
      <p>
        Keep it now: <b>you see it this once.</b>
      </p>
      <code>{token}</code>
      {hydrated && <Button onClick={() => void copy()}>Copy</Button>}
    </section>
  );
}
