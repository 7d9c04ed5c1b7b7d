import { Form, Link } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { DateField } from "#app/staff-kit/date-field.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { useReaderZone } from "#app/ui/local-time.tsx";
import { type Asked, figuresPath, periods, writeAsked } from "./figures-asked.ts";
import "../applications/recipes.ts";

interface PeriodProps {
  asked: Asked;
  jobs: readonly { id: string; title: string }[];
}

/** Which job, and which days: links, and a form of its own for days that are chosen. */
export function FigurePeriod({ asked, jobs }: PeriodProps) {
  const zone = useReaderZone() ?? "UTC";
  const all = [{ id: "", title: "All jobs" }, { id: "none", title: "Without a role" }, ...jobs];
  const to = (change: Partial<Asked>) => figuresPath + writeAsked({ ...asked, ...change });
  return (
    <div className="figures-period: flex flex-wrap gap-[8px_12px] items-center [&_form]:flex [&_form]:flex-wrap [&_form]:gap-8px [&_form]:items-end [&_form]:text-ink-2 [&_form]:text-13">
      <nav className="application-switch" aria-label="Received in">
        {periods.map((days) => (
          <Link
            key={days}
            to={to({ days, from: "", to: "", zone: "" })}
            aria-current={days === asked.days ? "page" : undefined}
            preventScrollReset
          >
            {days} days
          </Link>
        ))}
      </nav>
      <Menu
        label="Choose a job"
        face={all.find(({ id }) => id === asked.job)?.title ?? "One job"}
        items={all.map(({ id, title }) => ({ name: title, to: to({ job: id }), isChecked: id === asked.job }))}
      />
      {/* A new address brings new days, and with them new fields. */}
      <Form action={figuresPath} key={`${asked.job} ${asked.from} ${asked.to}`} role="search" aria-label="Days">
        {asked.job !== "" && <input type="hidden" name="job" value={asked.job} />}
        <input type="hidden" name="zone" value={zone} />
        <DateField label="From" name="from" defaultValue={asked.from} />
        <DateField label="To" name="to" defaultValue={asked.to} />
        <Button type="submit" isSmall>
          Show these days
        </Button>
      </Form>
    </div>
  );
}
