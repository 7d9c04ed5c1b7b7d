import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import type { AlertsView } from "./alerts-view.ts";
import type { OperationsAnswer } from "./answer-operations.ts";
import { page } from "./page.ts";

interface AlertsPanelProps {
  alerts: AlertsView;
  answer: OperationsAnswer | null;
}

/** Who is told when something fails, and what came of the last time. */
export function AlertsPanel({ alerts, answer }: AlertsPanelProps) {
  const errors = answer?.fields ?? {};
  return (
    <section className="panel ops-panel ops-alerts" id="alerts" aria-labelledby="alerts-title">
      <header>
        <h2 id="alerts-title">Alerts</h2>
        <div className="ops-end">
          {alerts.isMute ? (
            <Button isSmall unavailable="Name an address or a webhook first.">
              Send a test alert…
            </Button>
          ) : (
            <DialogTrigger dialog="test-alert" isSmall>
              Send a test alert…
            </DialogTrigger>
          )}
        </div>
      </header>
      <p className="panel-note">
        {alerts.isMute
          ? "Nobody is told yet when something fails. Name an address or a webhook below, then send a test."
          : "A failure is told once, again after 24 hours while it lasts, and once more when it is over."}
      </p>
      <LastAlerts alerts={alerts} />
      <Form className="ops-form" method="post" action={page.path} preventScrollReset key={alerts.version}>
        <input type="hidden" name="version" value={alerts.version} />
        <KitField
          label="Mail addresses"
          hint="One on each line, ten at most. The mail service must be allowed to send to them."
          error={errors.recipients?.[0]}
          isOptional
        >
          {(ties) => (
            <textarea {...ties} className="kit-input" name="recipients" rows={3} defaultValue={alerts.recipients} />
          )}
        </KitField>
        <KitField
          label="Webhook"
          hint="An address that begins with https:// and takes a signed POST, by the Standard Webhooks."
          error={errors.webhook?.[0]}
          isOptional
        >
          {(ties) => (
            <input
              {...ties}
              className="kit-input"
              name="webhook"
              inputMode="url"
              defaultValue={alerts.webhook}
              maxLength={600}
            />
          )}
        </KitField>
        <div className="ops-row">
          <KitField
            label="Quiet from"
            isOptional
            error={errors.quiet?.[0]}
            hint={`Clock time in ${alerts.zone}, such as 22:00`}
          >
            {(ties) => (
              <input
                {...ties}
                className="kit-input"
                name="quiet-from"
                defaultValue={alerts.quietFrom}
                pattern="([01]\d|2[0-3]):[0-5]\d"
                maxLength={5}
              />
            )}
          </KitField>
          <KitField label="Quiet until" isOptional hint="What visitors cannot wait for is told in any case">
            {(ties) => (
              <input
                {...ties}
                className="kit-input"
                name="quiet-until"
                defaultValue={alerts.quietUntil}
                pattern="([01]\d|2[0-3]):[0-5]\d"
                maxLength={5}
              />
            )}
          </KitField>
          <KitField label="Errors within an hour" hint="Of one kind; fewer are not told">
            {(ties) => (
              <input
                {...ties}
                className="kit-input"
                type="number"
                name="threshold"
                min={1}
                max={100_000}
                defaultValue={alerts.threshold}
                required
              />
            )}
          </KitField>
        </div>
        {alerts.webhook !== "" && (
          <label className="ops-check">
            <input type="checkbox" name="new-key" /> Make a new key for the webhook; posts are signed with it from now
            on
          </label>
        )}
        <div className="kit-row">
          <Button type="submit" kind="primary" name="do" value="alerts">
            Save alerts
          </Button>
          {alerts.webhook !== "" && (
            <Button type="submit" form="alert-key" name="do" value="key">
              Show the key of the webhook
            </Button>
          )}
        </div>
      </Form>
      <Form id="alert-key" method="post" action={page.path} preventScrollReset hidden />
      {answer?.key && (
        <p className="ops-key">
          The receiver checks posts with <code>{answer.key}</code>
        </p>
      )}
      <ConfirmDialog
        id="test-alert"
        title="Send a test alert?"
        summary="Once a minute at most."
        verb="Send"
        count={1}
        noun="test alert"
        action={page.path}
        fields={{ do: "test" }}
      >
        <p>Every address and the webhook get it. The lines under Alerts then say what came of it.</p>
      </ConfirmDialog>
    </section>
  );
}

function LastAlerts({ alerts: { last, failing } }: { alerts: AlertsView }) {
  if (last.length === 0 && failing.length === 0) return null;
  return (
    <ul className="ops-last">
      {failing.map(({ key, name, since, told }) => (
        <li key={key}>
          <b>{name}</b> since {since.ago}; {told ? `told ${told.ago}` : "not told yet"}
        </li>
      ))}
      {last.map(({ to, state, isBad, at }) => (
        <li key={to} data-bad={isBad || undefined}>
          <b>{to}</b>: the last alert {state}, {at.ago}
        </li>
      ))}
    </ul>
  );
}
