import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { page } from "../page.ts";
import type { PlanView } from "./plan-view.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";
import "../recipes.ts";

/** What a run would do and cost, before it starts. */
export function PlanPanel({ plan, isBusy }: { plan: PlanView; isBusy: boolean }) {
  const { kind, title, text, facts, models } = plan;
  return (
    <section
      className="search-plan: p-[10px_12px] bg-surface border-1px-line grid gap-8px"
      id="plan"
      aria-labelledby="plan-title"
    >
      <h2 id="plan-title">{title}</h2>
      <p>{text}</p>
      <dl className="search-version-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Form className="kit-row" method="post" action={page.path} preventScrollReset>
        <input type="hidden" name="kind" value={kind} />
        {models.length > 1 && (
          <select
            // Names of versions are long, and a button stands beside them. A share of the row would not narrow the row itself.
            className="kit-input search-model: w-auto max-w-full max-w-48vw"
            name="model"
            aria-label="Model"
          >
            <KitOptions of={models} />
          </select>
        )}
        <Button
          type="submit"
          kind="primary"
          name="do"
          value="start"
          unavailable={isBusy ? "A run is under way. Cancel it, or wait until it is over." : undefined}
        >
          Start
        </Button>
        <Link className={nameButton({ kind: "ghost" })} to={page.path} preventScrollReset>
          Not now
        </Link>
        <span className="kit-hint">This is a dry run: nothing has been started.</span>
      </Form>
    </section>
  );
}
