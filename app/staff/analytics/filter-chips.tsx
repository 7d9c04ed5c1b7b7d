import { useId } from "react";
import { Form, Link } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { KitOptions } from "#app/staff-kit/field.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { dimensionNames } from "./names.ts";
import { closeAround } from "./range-controls.tsx";
import { type AnalyticsState, buildPath, closed, dropValue, listFields } from "./state.ts";
import type { AnalyticsView } from "./to-view.ts";
import "../recipes.ts";

type ShownFilter = AnalyticsView["filters"][number];

interface FilterChipsProps {
  state: AnalyticsState;
  filters: readonly ShownFilter[];
  /** Values that panels show, offered while somebody types. */
  offered?: readonly { value: string; name: string }[] | undefined;
}

/** What everything is narrowed down to: a chip for each filter, and a form that adds one. */
export function FilterChips({ state, filters, offered }: FilterChipsProps) {
  return (
    <div className="list-filters staff-wide analytics-filters: my-[-8px_-4px]" role="group" aria-label="Filters">
      {filters.map((filter, at) => (
        <Chip key={`${filter.dimension} ${filter.is}`} state={state} filter={filter} at={at} />
      ))}
      <AddFilter state={state} offered={offered} />
      {filters.length > 0 && (
        <Link className="list-clear" to={buildPath(state, { filters: [] })} preventScrollReset>
          Clear<span className="kit-unseen"> all filters</span>
        </Link>
      )}
    </div>
  );
}

function Chip({ state, filter, at }: { state: AnalyticsState; filter: ShownFilter; at: number }) {
  const { title, is, values } = filter;
  const words = values.map(({ name }) => name).join(", ");
  const name = `${title}${is ? "" : " is not"}`;
  const turned = state.filters.map((each, place) => (place === at ? { ...each, is: !is } : each));
  return (
    <span className="list-chip list-chip-set">
      <Menu
        className="list-chip-name"
        label={`${name}: ${words}`}
        face={
          <>
            <span>{name}</span> {words}
          </>
        }
        items={[
          { name: is ? "Is not" : "Is", icon: "shuffle", to: buildPath(state, { filters: turned }) },
          ...(values.length > 1
            ? values.map((each) => ({
                name: `Without ${each.name}`,
                icon: "x" as const,
                to: buildPath(state, { filters: dropValue(state, at, each.value) }),
              }))
            : []),
        ]}
      />
      <Link
        className="list-chip-remove"
        to={buildPath(state, { filters: state.filters.filter((_, place) => place !== at) })}
        aria-label={`Remove the filter ${name}: ${words}`}
        preventScrollReset
      >
        <Icon name="x" />
      </Link>
    </span>
  );
}

/** A form that sends its fields with the address; the page takes them among its filters. */
function AddFilter({ state, offered }: Omit<FilterChipsProps, "filters">) {
  const id = useId();
  return (
    <span className="list-chip">
      <button type="button" className="list-chip-name" popoverTarget={id} aria-haspopup="dialog">
        <Icon name="plus" />
        Filter
      </button>
      <div
        id={id}
        className="kit-menu kit-float analytics-add: [&>form]:grid [&>form]:grid-cols-[minmax(0,_1fr)_auto] [&>form]:gap-8px [&>form]:p-6px [&>p]:p-[0_6px_6px]"
        popover="auto"
        role="dialog"
        aria-label="Add a filter"
      >
        <Form preventScrollReset onSubmit={({ currentTarget }) => closeAround(currentTarget)}>
          {listFields({ ...state, ...closed }).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <select className="kit-input" name="add" aria-label="Dimension">
            <KitOptions of={Object.entries(dimensionNames).map(([value, name]) => ({ value, name }))} />
          </select>
          <select className="kit-input" name="how" aria-label="How">
            <option value="is">is</option>
            <option value="not">is not</option>
          </select>
          <input
            className="kit-input"
            name="value"
            list={`${id}-offered`}
            aria-label="Value"
            maxLength={256}
            autoComplete="off"
          />
          <datalist id={`${id}-offered`}>{offered && <KitOptions of={offered} />}</datalist>
          <Button type="submit" isSmall>
            Add
          </Button>
        </Form>
        <p className="kit-hint">
          The value as it is stored, such as DE, /contact, newsletter or, of a goal, enquiry or its name; left empty,
          visits without one.
        </p>
      </div>
    </span>
  );
}
