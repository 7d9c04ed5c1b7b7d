import { Form, Link } from "react-router";
import { type Rhythm, rhythms } from "#shared/analytics/report-rhythms.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { type AnalyticsState, buildFormPath, buildPath } from "./state.ts";
import "./recipes.ts";

interface ReportsFormProps {
  state: AnalyticsState;
  /** What the reader gets by now. */
  gets: readonly Rhythm[];
  zone: string;
}

const names: Record<Rhythm, string> = {
  weekly: "Every Monday: the week before",
  monthly: "On the first of every month: the month before",
};

/** Which reports the reader gets by mail, for them alone. */
export function ReportsForm({ state, gets, zone }: ReportsFormProps) {
  const action = buildPath(state);
  return (
    <Form className="zone-form" data-edit-form method="post" action={buildFormPath(state)} preventScrollReset>
      <fieldset
        className="reports-form: grid gap-8px [&_legend]:p-[0_0_8px] [&_label]:flex [&_label]:gap-8px [&_label]:items-center [&_label]:min-h-28px"
        aria-describedby="reports-hint"
      >
        <legend className="kit-label">Reports by mail, for you</legend>
        {rhythms.map((rhythm) => (
          <label key={rhythm}>
            <input type="checkbox" className="list-box" name={rhythm} defaultChecked={gets.includes(rhythm)} />{" "}
            {names[rhythm]}
          </label>
        ))}
      </fieldset>
      <p className="kit-hint" id="reports-hint">
        They leave at 7:00 ({zone}), once all days are computed: key figures with their change, pages, sources, goals
        and what was not found, without filters. Each mail has a link that ends them.
      </p>
      <div className="kit-row">
        <Button type="submit" name="do" value="reports">
          Save
        </Button>
        <Link className={nameButton({ kind: "ghost" })} to={action} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  );
}
