import { useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { KitTextArea, KitInput } from "#app/staff-kit/field.tsx";
import type { AlertsView } from "./alerts-view.ts";
import type { OperationsAnswer } from "./answer-operations.ts";
import { page } from "./page.ts";

interface AlertsFormProps {
  /** As they are stored, read again every few seconds. */
  alerts: AlertsView;
  answer: OperationsAnswer | null;
}

/**
 * Who gets alerts, and when. It keeps what is typed: while the page reads again, after a refusal, and when somebody else has
 * changed the settings meanwhile. It is filled anew only by what its own save has stored.
 */
export function AlertsForm({ alerts, answer }: AlertsFormProps) {
  const [shown, setShown] = useState({ alerts, round: 0 });
  const saved = answer?.version ?? 0;
  if (saved > shown.alerts.version && alerts.version >= saved)
    // A new key changes the version, and nothing that is typed here.
    setShown(
      answer?.key
        ? { ...shown, alerts: { ...shown.alerts, version: saved } }
        : { alerts: { ...alerts, version: saved }, round: shown.round + 1 },
    );
  const { isContested = false, typed } = answer ?? {};
  const errors = answer?.fields ?? {};
  const given = typed && {
    recipients: typed.recipients,
    webhook: typed.webhook,
    quietFrom: typed["quiet-from"],
    quietUntil: typed["quiet-until"],
    threshold: typed.threshold,
  };
  const first = given ?? shown.alerts;
  /** Beside a field of a save that came too late: what is stored there now, where it is something else. */
  const storedNow = (name: keyof NonNullable<typeof given>) =>
    isContested && given && String(alerts[name]) !== given[name]
      ? ` Stored now: ${String(alerts[name]).replaceAll("\n", ", ") || "nothing"}.`
      : "";
  return (
    <Form
      className="ops-form: grid gap-12px max-w-900px mt-10px"
      method="post"
      action={page.path}
      preventScrollReset
      key={shown.round}
    >
      {/* Whoever has read what the others changed may replace it. */}
      <input
        type="hidden"
        name="version"
        value={isContested ? alerts.version : (typed?.version ?? shown.alerts.version)}
      />
      <KitTextArea
        label="Mail addresses"
        hint={`One on each line, ten at most. The mail service must be allowed to send to them.${storedNow("recipients")}`}
        error={errors.recipients?.[0]}
        isOptional
        name="recipients"
        rows={3}
        defaultValue={first.recipients}
      />
      <KitInput
        label="Webhook"
        hint={`An address that begins with https:// and takes a signed POST, by the Standard Webhooks. Posts that still wait are dropped when it changes.${storedNow("webhook")}`}
        error={errors.webhook?.[0]}
        isOptional
        name="webhook"
        inputMode="url"
        autoComplete="off"
        defaultValue={first.webhook}
        maxLength={600}
      />
      <Thresholds {...{ alerts, first, errors, storedNow }} />
      <div className="kit-row">
        <Button type="submit" kind="primary" name="do" value="alerts">
          Save alerts
        </Button>
        {alerts.version > Math.max(shown.alerts.version, saved) && !isContested && (
          <p className="kit-hint">
            Somebody else has changed these settings since you opened them. Saving tells you what is different.
          </p>
        )}
      </div>
    </Form>
  );
}

interface ThresholdsProps {
  alerts: AlertsView;
  first: Pick<AlertsView, "quietFrom" | "quietUntil"> & { threshold: string | number };
  errors: NonNullable<OperationsAnswer["fields"]>;
  storedNow: (name: "quietFrom" | "quietUntil" | "threshold") => string;
}

/** The threshold of alerts, and the quiet hours. */
function Thresholds({ alerts, first, errors, storedNow }: ThresholdsProps) {
  return (
    <div className="ops-row: grid grid-cols-[repeat(3,_minmax(0,_1fr))] gap-[12px_16px] lt-md:grid-cols-[minmax(0,_1fr)]">
      <KitInput
        label="Quiet from"
        isOptional
        error={errors.quietFrom?.[0]}
        hint={`By the clock in ${alerts.zone}, where it is ${alerts.clock} now.${storedNow("quietFrom")}`}
        type="time"
        name="quiet-from"
        defaultValue={first.quietFrom}
      />
      <KitInput
        label="Quiet until"
        isOptional
        error={errors.quietUntil?.[0]}
        hint={`What visitors cannot wait for is told in any case.${storedNow("quietUntil")}`}
        type="time"
        name="quiet-until"
        defaultValue={first.quietUntil}
      />
      <KitInput
        label="Errors within an hour"
        error={errors.threshold?.[0]}
        hint={`Of one kind; fewer are not told.${storedNow("threshold")}`}
        type="number"
        name="threshold"
        min={1}
        max={100_000}
        defaultValue={first.threshold}
        required
      />
    </div>
  );
}
