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
import "../recipes.ts";
import "./recipes.ts";
import "../search/recipes.ts";

/** The numbers that matter. */
export function Figures({ figures }: Pick<OperationsView, "figures">) {
  return (
    <dl className="staff-wide ops-figures: grid grid-cols-[repeat(5,_minmax(0,_1fr))] border-y-1px-line [&>[data-tone='warning']]:[box-shadow:inset_0_-3px_var(--warn)] [&>[data-tone='failed']]:[box-shadow:inset_0_-3px_var(--danger)] [&_dt]:text-ink-2 [&_dt]:text-13 [&_dd+dd]:text-ink-2 [&_dd+dd]:text-13 [&_dt+dd]:type-600-26/1.75rem-display [&_dt+dd]:tabular-nums [@media_(width<800px)]:grid-cols-[repeat(2,_minmax(0,_1fr))]">
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
    <section
      className="ops-attention: [&_ul]:grid [&_ul]:gap-6px [&_ul]:mt-8px [&_p]:wrap-anywhere [&_p>b]:block"
      aria-labelledby="attention"
    >
      <h2 id="attention">What to do</h2>
      <ul>
        {items.map(({ key, name, todo, path, runbook, tone }) => (
          <li key={key} data-tone={tone}>
            <Icon name="warning" />
            <p>
              <b>{name}</b> {todo && <span>{todo}</span>}
            </p>
            <div className="ops-ways: flex flex-wrap gap-[4px_14px] [justify-content:flex-end]">
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
        <span className="ops-time: block text-ink-2 text-13">
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
      <dl className="ops-facts: [&_dt]:text-ink-2 [&_dt>a]:underline [&_dt>a]:decoration-line-strong [&_dt>a]:underline-offset-3px [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_small]:text-ink-2">
        {facts.map(({ name, value, tone, at, path, action }) => (
          <div key={name} data-tone={tone}>
            <dt>{path ? <Link to={path}>{name}</Link> : name}</dt>
            <dd>
              <span
                className="ops-dot: inline-block w-8px h-8px mr-6px bg-success rounded-1/2 [[data-tone='warning']>dd>&]:bg-warn [[data-tone='warning']>dd>&]:rounded-0 [[data-tone='failed']>dd>&]:bg-danger [[data-tone='failed']>dd>&]:rounded-0 [[data-tone='failed']>dd>&]:[transform:rotate(45deg)] forced:[background:CanvasText]"
                aria-hidden="true"
              />
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
      <ul className="ops-checks: [columns:2] gap-x-24px [&>li>span:first-child]:min-w-0 [&>li>span:first-child]:wrap-anywhere [@media_(width<600px)]:[columns:1]">
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
