import { type FormEvent, type ReactNode, useRef } from "react";
import { askToConfirm } from "#app/staff-kit/ask-to-confirm.ts";
import { readFactors } from "#app/staff-kit/confirm-identity.tsx";

/**
 * A form whose answer is a file, so that the browser sends it by itself. Whoever signed in a while ago is asked first to confirm that
 * it is them, and the file comes then. Without script the server asks.
 */
export function FileForm({ action, children }: { action: string; children: ReactNode }) {
  const isHeld = useRef(false);

  async function sendOnceFresh(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isHeld.current) return;
    isHeld.current = true;
    const { is_fresh } = await readFactors();
    if (is_fresh || (await askToConfirm())) form.submit();
    isHeld.current = false;
  }

  return (
    <form method="post" action={action} onSubmit={(event) => void sendOnceFresh(event)}>
      {children}
    </form>
  );
}
