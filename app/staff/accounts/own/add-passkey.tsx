import { type FormEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { askToConfirm } from "#app/staff-kit/ask-to-confirm.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitInput } from "#app/staff-kit/field.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { hasPasskeys, makePasskey } from "#app/ui/passkeys.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "#app/staff/recipes.ts";
import "./recipes.ts";

/** Makes a passkey on this device, or on one that the browser finds. Calls back with recovery codes if there are new ones. */
export function AddPasskey({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const sending = useRef(false);
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const name = String(new FormData(event.currentTarget).get("name")).trim() || "Passkey";
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    let sent = await makePasskey(name);
    if (sent.kind === "refused" && sent.refusal.reason === "stale-sign-in" && (await askToConfirm()))
      sent = await makePasskey(name);
    sending.current = false;
    setBusy(false);
    if (sent.kind === "refused") return setRefusal(sent.refusal.problems.length > 0 ? sent.refusal : null);
    onAdded(sent.body.recovery_codes);
    queryClient.clear();
    await revalidate();
  }

  if (hydrated && !hasPasskeys())
    return <p className="staff-text">This browser has no passkeys. Open this page in another one to add a passkey.</p>;
  // The same before script runs, so that nothing moves when it does; without script it is not shown.
  return (
    <>
      <noscript>
        <p className="staff-text">
          A passkey signs you in with the fingerprint, face or PIN of your device. To add one, the page needs script.
        </p>
      </noscript>
      <form className="factors-form needs-js" onSubmit={(event) => void add(event)}>
        {refusal && !isBusy && <FormSummary title="No passkey was added" problems={refusal.problems} />}
        <KitInput
          label="Passkey"
          hint="Signs you in with the fingerprint, face or PIN of your device. No false site can get at it."
          name="name"
          defaultValue="This device"
          maxLength={80}
          required
        />
        <Button kind="primary" type={hydrated ? "submit" : "button"} icon="plus" isBusy={isBusy}>
          {isBusy ? "Waiting for your device" : "Add a passkey"}
        </Button>
      </form>
    </>
  );
}
