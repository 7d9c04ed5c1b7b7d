import { Form, Link } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Progress } from "#app/staff-kit/progress.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { Definition } from "#app/staff/analytics/definition.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { page } from "../page.ts";
import { parts } from "../parts.ts";
import type { OverviewView, VersionView } from "./overview-view.ts";
import type { RunView } from "./run-view.ts";
import "../recipes.ts";
import "#app/staff/analytics/recipes.ts";

/** The versions of the vectors: the one that serves, the one that is built, the one before. */
export function VersionsPanel({ view: { versions, serving }, run }: { view: OverviewView; run: RunView | null }) {
  const isOpen = run?.state === "running" || run?.state === "paused";
  return (
    <section className="panel" aria-labelledby="versions">
      <header>
        <h2 id="versions">Index versions</h2>
        <Definition
          name="Index versions"
          note="Each text is turned into a row of numbers, its vector: texts with like meanings have like vectors. Vectors of two models cannot be compared, so each model, with its number of dimensions, is a version of its own. A new one is built beside the one that serves."
        />
        <a className="panel-link search-end" href="#runs">
          History
        </a>
      </header>
      {versions.length === 0 && <p className="panel-none">None yet. The search goes by words alone.</p>}
      {versions.map((version) => (
        <Version key={version.id} version={version} run={run?.version === version.id && isOpen ? run : null} />
      ))}
      <p className="kit-hint search-why">
        <Icon name="info" />
        <span>{serving}</span>
      </p>
    </section>
  );
}

const states = {
  live: { tone: "success", name: "Live" },
  building: { tone: "warn", name: "Building" },
  ready: { tone: "info", name: "Ready" },
  retired: { tone: "plain", name: "Before" },
} as const;

function Version({ version, run }: { version: VersionView; run: RunView | null }) {
  const { id, name, state, facts, since, action, waits } = version;
  const { tone, name: stateName } = states[state];
  const sinceWords = state === "live" ? "since" : state === "retired" ? "served from" : "made";
  return (
    <article
      className="search-version: [.search-version+&]:mt-12px [.search-version+&]:pt-12px [.search-version+&]:border-t-1px-line [&>header]:flex [&>header]:flex-wrap [&>header]:gap-[4px_8px] [&>header]:items-center [&>header]:text-ink-2 [&_h3]:text-ink"
      aria-label={name}
    >
      <header>
        <span
          className="search-dot: w-12px h-12px [background:var(--c4)] rounded-1/2 data-[state=building]:[background:var(--c5)] data-[state=ready]:[background:var(--c5)] data-[state=retired]:bg-line-strong"
          data-state={state}
        />
        <h3>v{id}</h3>
        <Tag tone={tone} {...(tone !== "plain" && { icon: state === "live" ? "check" : "clock" })}>
          {stateName}
        </Tag>
        <span>
          {sinceWords} <LocalTime at={since} />
        </span>
        {action && <Switch version={version} action={action} />}
      </header>
      <dl className="search-version-facts">
        {facts.map(({ name: fact, value, note }) => (
          <div key={fact}>
            <dt>
              {fact} {note && <Definition name={fact} note={note} />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {run && <RunBox run={run} />}
      {waits && !run && (
        <p className="kit-hint search-why">
          <Icon name="info" />
          <span>{waits}</span>
        </p>
      )}
    </article>
  );
}

function Switch({ version: { id, name }, action }: { version: VersionView; action: "switch" | "rollback" }) {
  const dialog = `${action}-${id}`;
  const isBack = action === "rollback";
  return (
    <span className="search-end">
      <DialogTrigger dialog={dialog} isSmall>
        {isBack ? `Roll back to v${id}` : `Switch to v${id}`}
      </DialogTrigger>
      <ConfirmDialog
        id={dialog}
        title={isBack ? `Roll back to v${id}?` : `Switch to v${id}?`}
        verb={isBack ? "Roll back to" : "Switch to"}
        count={1}
        noun="version"
        action={page.path}
        fields={{ do: action, version: String(id) }}
      >
        <p>
          Visitors’ searches are answered from {name} at once. The version that serves now stays for 14 days, so you can
          go back.
        </p>
        <p>
          Compare both first: the <Link to={parts.test.path}>query tester</Link> searches in any version.
        </p>
      </ConfirmDialog>
    </span>
  );
}

/** How far a run has come, and what can be done with it. */
function RunBox({ run }: { run: RunView }) {
  const { id, state, title, done, total, note, counts, failed, reason } = run;
  return (
    <div className="search-run: p-[10px_12px] bg-surface border-1px-line">
      <Progress label={title} value={done} max={Math.max(1, total)} note={state === "paused" ? "Paused" : note} />
      <div className="search-run-foot: flex flex-wrap gap-8px items-center justify-between mt-8px [&_form]:flex [&_form]:gap-6px">
        <p role="status">
          {counts}
          {failed > 0 && (
            <span className="search-warn">
              <Icon name="warning" /> {failed} failed, tried again at the end
            </span>
          )}
          {reason && (
            <span className="search-warn">
              <Icon name="warning" /> {reason}
            </span>
          )}
        </p>
        <Form method="post" action={page.path} preventScrollReset>
          <input type="hidden" name="run" value={id} />
          {state === "running" && (
            <Button type="submit" isSmall name="do" value="pause">
              Pause
            </Button>
          )}
          {state === "paused" && (
            <Button type="submit" isSmall name="do" value="resume">
              Resume
            </Button>
          )}
          <Button type="submit" isSmall kind="danger" name="do" value="cancel">
            Cancel the run
          </Button>
        </Form>
      </div>
    </div>
  );
}
