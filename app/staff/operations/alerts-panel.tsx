import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { AlertsForm } from "./alerts-form.tsx";
import type { AlertsView } from "./alerts-view.ts";
import type { OperationsAnswer } from "./answer-operations.ts";
import { page } from "./page.ts";
import "./recipes.ts";
import "../analytics/recipes.ts";

interface AlertsPanelProps {
  alerts: AlertsView;
  answer: OperationsAnswer | null;
}

/** Who gets alerts, and what became of the last ones. */
export function AlertsPanel({ alerts, answer }: AlertsPanelProps) {
  return (
    <section className="panel ops-panel ops-alerts" id="alerts" aria-labelledby="alerts-title">
      <header>
        <h2 id="alerts-title">Alerts</h2>
        <div className="ops-end">
          {alerts.isMute ? (
            <Button isSmall unavailable="Name an address or a webhook first, and save.">
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
      <AlertsForm alerts={alerts} answer={answer} />
      {alerts.webhook !== "" && <WebhookKey version={alerts.version} />}
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

function WebhookKey({ version }: { version: number }) {
  return (
    <section className="ops-key: mt-10px" aria-labelledby="webhook-key">
      <h3 id="webhook-key">Key of the webhook</h3>
      <p className="panel-note">
        Posts are signed with it, so that their receiver knows that they are ours. Who sees it is recorded.
      </p>
      <div className="kit-row">
        <Form method="post" action={page.path} preventScrollReset>
          <Button type="submit" name="do" value="key">
            Show the key
          </Button>
        </Form>
        <DialogTrigger dialog="new-key">Make a new key…</DialogTrigger>
      </div>
      <ConfirmDialog
        id="new-key"
        title="Make a new key?"
        summary="This cannot be undone."
        verb="Make"
        count={1}
        noun="new key"
        tone="danger"
        action={page.path}
        fields={{ do: "new-key", version: String(version) }}
      >
        <p>
          From now on posts are signed with the new key alone. Until the receiver has it, it takes our posts for those
          of somebody else.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function LastAlerts({ alerts: { last, failing } }: { alerts: AlertsView }) {
  if (last.length === 0 && failing.length === 0) return null;
  return (
    <ul className="ops-last: grid gap-4px wrap-anywhere [&_[data-bad]]:text-danger">
      {failing.map(({ key, name, since, alerted }) => (
        <li key={key}>
          <b>{name}</b>, since {since.ago}: {alerted ? `told ${alerted.ago}` : "not told yet"}
        </li>
      ))}
      {last.map(({ to, what, state, isBad, at }) => (
        <li key={to} data-bad={isBad || undefined}>
          <b>{to}</b>: {what && `“${what}” `}
          {state}, {at.ago}
        </li>
      ))}
    </ul>
  );
}
