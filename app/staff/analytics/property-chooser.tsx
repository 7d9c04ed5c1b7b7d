import type { UserEventName } from "#shared/analytics/user-events.ts";
import { Menu } from "#app/staff-kit/menu.tsx";
import { writeCode } from "./names.ts";
import { type AnalyticsState, buildPath } from "./state.ts";
import "./recipes.ts";

/** Events that say more than their name, and have no panel of their own. */
const events: readonly UserEventName[] = [
  "call-to-action",
  "know-more",
  "pillar",
  "menu",
  "article",
  "share",
  "apply",
  "form-start",
  "form-error",
  "form-sent",
  "mailto",
];

/** Chooses the event whose properties the panel lists. */
export function PropertyChooser({ state }: { state: AnalyticsState }) {
  const { propertiesOf } = state;
  const name = propertiesOf === null ? "All events" : writeCode(propertiesOf);
  return (
    <div className="mini">
      <Menu
        className="mini-more"
        label={`Properties of: ${name}`}
        face={name}
        items={[null, ...events].map((event) => ({
          name: event === null ? "All events" : writeCode(event),
          to: buildPath(state, { propertiesOf: event }),
          isChecked: event === propertiesOf,
        }))}
      />
    </div>
  );
}
