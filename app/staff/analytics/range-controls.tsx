import { type MouseEvent, useId } from "react";
import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import type { Comparison } from "#worker/analytics/figures/periods.ts";
import {
  type AnalyticsState,
  buildPath,
  closed,
  comparisons,
  listFields,
  offeredRanges,
  ranges,
  writeQuery,
} from "./state.ts";
import { type SavedView, ViewsMenu } from "./views-menu.tsx";

interface RangeControlsProps {
  state: AnalyticsState;
  /** The days as text, once they are known. */
  days: string | null;
  views: readonly SavedView[];
}

/** Which days, and what they are compared with. Without script all of them are links and a form. */
export function RangeControls({ state, days, views }: RangeControlsProps) {
  return (
    <>
      <RangeMenu state={state} days={days} />
      {(state.show === "overview" || state.show === "funnels") && (
        <Menu
          label="Compare with"
          face={comparisons[state.compare]}
          items={(Object.keys(comparisons) as Comparison[]).map((compare) => ({
            name: comparisons[compare],
            to: buildPath(state, { compare }),
            isChecked: compare === state.compare,
          }))}
        />
      )}
      <ViewsMenu views={views} query={writeQuery({ ...state, ...closed })} />
    </>
  );
}

function RangeMenu({ state, days }: Omit<RangeControlsProps, "views">) {
  const id = useId();
  const { range, from, to } = state;
  return (
    <>
      <button type="button" className={nameButton()} popoverTarget={id} aria-haspopup="dialog">
        <Icon name="calendar" />
        {range === "custom" ? (days ?? ranges.custom) : ranges[range]}
        <Icon name="caret-down" />
      </button>
      <div id={id} className="kit-menu kit-float analytics-ranges" popover="auto" role="dialog" aria-label="Days">
        <ul>
          {offeredRanges.map((each) => (
            <li key={each}>
              <Link
                className="kit-menu-item"
                to={buildPath(state, { range: each, from: "", to: "" })}
                aria-current={each === range ? "true" : undefined}
                onClick={closePopover}
              >
                <span className="kit-menu-check">{each === range && <Icon name="check" />}</span>
                {ranges[each]}
              </Link>
            </li>
          ))}
        </ul>
        {/* A new address brings new days, and with them new fields. */}
        <Form key={`${from} ${to}`} onSubmit={({ currentTarget }) => closeAround(currentTarget)}>
          {listFields({ ...state, range: "30", from: "", to: "", ...closed }).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <label>
            From
            <input className="kit-input" type="date" name="from" required defaultValue={from} />
          </label>
          <label>
            To
            <input className="kit-input" type="date" name="to" required defaultValue={to} />
          </label>
          <Button type="submit" isSmall>
            Show these days
          </Button>
        </Form>
      </div>
    </>
  );
}

function closePopover({ currentTarget }: MouseEvent<HTMLElement>) {
  closeAround(currentTarget);
}

export function closeAround(element: HTMLElement) {
  element.closest<HTMLElement>("[popover]")?.hidePopover();
}
