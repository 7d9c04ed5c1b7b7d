import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { DateField } from "#app/staff-kit/date-field.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
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
  // The kit's fields of days are much to load for a menu that nobody opens.
  const [isOpened, setOpened] = useState(false);
  const hasFields = !useHydrated() || isOpened;
  const menu = useRef<HTMLDivElement>(null);
  // It may have been opened, and written in, before anybody here could hear of it.
  useLayoutEffect(() => setOpened((was) => was || menu.current?.matches(":popover-open") === true), []);
  return (
    <>
      <button type="button" className={nameButton()} popoverTarget={id} aria-haspopup="dialog">
        <Icon name="calendar" />
        {range === "custom" ? (days ?? ranges.custom) : ranges[range]}
        <Icon name="caret-down" />
      </button>
      <div
        ref={menu}
        id={id}
        className="kit-menu kit-float analytics-ranges: [&>ul]:grid [&>ul_a[aria-current]]:bg-surface-2 [&>form]:grid [&>form]:gap-8px [&>form]:m-[6px_-6px_0] [&>form]:p-[10px_14px_8px] [&>form]:border-t-1px-line"
        popover="auto"
        role="dialog"
        aria-label="Days"
        onBeforeToggle={() => setOpened(true)}
      >
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
          {hasFields && (
            <>
              <DateField label="From" name="from" defaultValue={from} />
              <DateField label="To" name="to" defaultValue={to} />
            </>
          )}
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
