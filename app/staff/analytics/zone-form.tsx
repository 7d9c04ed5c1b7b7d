import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { KitOptions, KitSelect } from "#app/staff-kit/field.tsx";
import { type AnalyticsState, buildFormPath, buildPath } from "./state.ts";
import "./recipes.ts";

interface ZoneFormProps {
  state: AnalyticsState;
  zone: string;
  version: number;
  zones: readonly string[];
}

/** In which zone the days of all figures begin, for everybody. */
export function ZoneForm({ state, zone, version, zones }: ZoneFormProps) {
  const action = buildPath(state);
  return (
    <Form className="zone-form" data-edit-form method="post" action={buildFormPath(state)} preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <KitSelect
        label="Days of the figures are days in"
        hint="For everybody who reads this page. All days are computed anew, which takes a while; the numbers are right meanwhile, but the page is slower."
        name="zone"
        defaultValue={zone}
      >
        <KitOptions of={zones.map((each) => ({ value: each, name: each.replaceAll("_", " ") }))} />
      </KitSelect>
      <div className="kit-row">
        <Button type="submit" name="do" value="zone">
          Change the zone
        </Button>
        <Link className={nameButton({ kind: "ghost" })} to={action} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  );
}
