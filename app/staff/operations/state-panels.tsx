import { Link } from "react-router";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog, DialogTrigger, closeDialog } from "#app/staff-kit/dialog.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { ScrollTable } from "#app/staff/search/scroll-table.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { OperationsView } from "./operations-view.ts";
import type { Moment } from "./rows-view.ts";
import { page } from "./page.ts";
import { Form } from "react-router";

/** The numbers that matter. */
export function Figures({ figures }: Pick<OperationsView, "figures">) {
  return (
    <dl className="ops-figures staff-wide">
      {figures.map(({ name, value, note, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What somebody has to do something about; nothing where all is well. */
export function Attention({ items }: { items: OperationsView["attention"] }) {
  if (items.length === 0) return null;
  return (
    <section className="ops-attention" aria-labelledby="attention">
      <h2 id="attention">What to do</h2>
      <ul>
        {items.map(({ key, name, todo, path, runbook, tone }) => (
          <li key={key} data-tone={tone}>
            <Icon name="warning" />
            <p>
              <b>{name}</b> {todo && <span>{todo}</span>}
            </p>
            <div className="ops-ways">
              <Link className="ops-link" to={runbook} aria-label={`Runbook: ${name}`}>
                Runbook
              </Link>
              <OpenLink path={path} name={name} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenLink({ path, name }: { path: string | null; name: string }) {
  if (path === null) return null;
  const label = `Open: ${name}`;
  return path.startsWith("#") ? (
    <a className="ops-link" href={path} aria-label={label}>
      Open
    </a>
  ) : (
    <Link className="ops-link" to={path} aria-label={label}>
      Open
    </Link>
  );
}

/** How long ago it was, with the time itself where that is hard to work out. */
export function Ago({ at }: { at: Moment }) {
  return (
    <>
      {at.ago}
      {at.isOld && (
        <span className="ops-time">
          <LocalTime at={at} />
        </span>
      )}
    </>
  );
}

const toneWords = { good: "Well", warning: "Look", failed: "Fails" } as const;

export function FactsPanel({ facts }: Pick<OperationsView, "facts">) {
  return (
    <section className="panel" aria-labelledby="state">
      <header>
        <h2 id="state">State</h2>
      </header>
      <dl className="ops-facts">
        {facts.map(({ name, value, tone, at, path, action }) => (
          <div key={name} data-tone={tone}>
            <dt>{path ? <Link to={path}>{name}</Link> : name}</dt>
            <dd>
              <span className="ops-dot" aria-hidden="true" />
              {tone !== "good" && <span className="kit-unseen">{toneWords[tone]}: </span>}
              {value}
              {at && <small> {at.ago}</small>}
            </dd>
            {action && <ActionDialog {...action} />}
          </div>
        ))}
      </dl>
    </section>
  );
}

function ActionDialog({ id, label, about }: { id: string; label: string; about: string }) {
  const dialog = `action-${id}`;
  return (
    <dd className="ops-action">
      <DialogTrigger dialog={dialog} isSmall>
        {label}…
      </DialogTrigger>
      <Dialog
        id={dialog}
        title={`${label}?`}
        summary="It is recorded in the audit log."
        confirm={
          <Button kind="primary" type="submit" form={`${dialog}-form`}>
            {label}
          </Button>
        }
      >
        <p>{about}</p>
        <Form
          id={`${dialog}-form`}
          method="post"
          action={page.path}
          preventScrollReset
          onSubmit={({ currentTarget }) => closeDialog(currentTarget)}
          hidden
        >
          <input type="hidden" name="do" value="action" />
          <input type="hidden" name="action" value={id} />
        </Form>
      </Dialog>
    </dd>
  );
}

const checkWords = {
  ok: ["Well", "success"],
  failing: ["Fails", "danger"],
  off: ["Not in use", "plain"],
} as const;

export function ChecksPanel({ checks }: Pick<OperationsView, "checks">) {
  return (
    <section className="panel" aria-labelledby="checks">
      <header>
        <h2 id="checks">Checks</h2>
        <small>the same as /api/health tells everybody</small>
      </header>
      <ul className="ops-checks">
        {checks.map(({ name, state }) => (
          <li key={name}>
            <span>{name}</span>
            <StatusChip tone={checkWords[state][1]}>{checkWords[state][0]}</StatusChip>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function QueuesPanel({ queues }: Pick<OperationsView, "queues">) {
  return (
    <section className="panel ops-panel" aria-labelledby="queues">
      <header>
        <h2 id="queues">Queues</h2>
      </header>
      <ScrollTable label="Queues" heads={["Queue", "Waiting", "Oldest", "Failed messages"]} numbers={[1]}>
        {queues.map(({ name, waiting, oldest, dead, isBound }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {!isBound && <span>No queue: jobs do its work</span>}
            </th>
            <td className="search-number" data-label="Waiting">
              {waiting}
            </td>
            <td data-label="Oldest">{oldest ? <Ago at={oldest} /> : "–"}</td>
            <td data-label="Failed messages">
              {dead === 0 ? (
                "None"
              ) : (
                <Link className="ops-link" to={`/failed-messages?queue=${name}`}>
                  {dead} to send again
                </Link>
              )}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}
