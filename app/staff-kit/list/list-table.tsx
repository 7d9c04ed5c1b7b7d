import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { type AnyListState, buildListPath, type ListColumn, type ListDefinition } from "#shared/pages/list.ts";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import type { MenuEntry } from "../menu-item.tsx";
import { bulkForm } from "./list-strip.tsx";
import "./recipes.ts";
import "./list-table.css";

/** How the table shows one record. */
export interface RowView {
  /** What it is called where a control names it, such as its checkbox. */
  name: string;
  /** Sent when the row is ticked. Without it the row cannot be ticked. */
  tick?: string;
  actions?: readonly MenuEntry[];
  /** Unread, or otherwise asking for work. */
  isFresh?: boolean;
  /** It is open, in the panel beside the rows or below itself. */
  isOpen?: boolean;
  /** What stands below the row while it is open. */
  detail?: ReactNode;
  /** What always stands below the row, such as where a search found it. */
  below?: ReactNode;
}

interface ListTableProps<Row extends { id: string }> {
  list: ListDefinition;
  state: AnyListState;
  rows: readonly Row[];
  /** The content of a cell. The link that opens the record has `data-main`. */
  cells: Readonly<Record<string, (row: Row) => ReactNode>>;
  buildView: (row: Row) => RowView;
  /** Stands below the table and scrolls with it. */
  after?: ReactNode;
}

/** The rows, sorted by links in the head; below 1024 px each row is a card. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, state, rows, cells, buildView, after } = props;
  const columns = Object.entries(list.columns);
  const views = rows.map((row) => ({ row, view: buildView(row) }));
  const canTick = views.some(({ view }) => view.tick !== undefined);
  const canAct = views.some(({ view }) => view.actions !== undefined);
  return (
    <div className="list-scroll" role="region" aria-label={capitalise(list.nouns.many)}>
      <table className={`list-table list-table-${list.id}`}>
        <thead>
          <tr>
            {canTick && (
              <th scope="col" className="list-cell-tick">
                <span className="kit-unseen">Select</span>
              </th>
            )}
            {columns.map(([key, column]) => (
              <HeadCell key={key} {...{ list, state, column }} by={key} />
            ))}
            {canAct && (
              <th scope="col" className="list-cell-actions">
                <span className="kit-unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {views.map(({ row, view }) => (
            <Fragment key={row.id}>
              <tr
                data-row={row.id}
                className={view.isFresh ? "list-fresh" : undefined}
                aria-current={view.isOpen || undefined}
              >
                {canTick && (
                  <td className="list-cell-tick">
                    <label className="list-tick">
                      <input
                        type="checkbox"
                        className="list-box"
                        name="row"
                        form={bulkForm}
                        data-tick=""
                        // A row that has changed gets a new checkbox, without the tick.
                        key={view.tick}
                        value={view.tick}
                        aria-label={`Select ${view.name}`}
                        autoComplete="off"
                      />
                    </label>
                  </td>
                )}
                {columns.map(([key, column], at) => {
                  const Cell = at === 0 ? "th" : "td";
                  return (
                    <Cell key={key} {...(at === 0 && { scope: "row" })} className={nameCell(key, column)}>
                      {cells[key]?.(row)}
                    </Cell>
                  );
                })}
                {canAct && (
                  <td className="list-cell-actions">
                    {view.actions && (
                      <Menu
                        label={`Actions for ${view.name}`}
                        isIconOnly
                        isSmall
                        kind="ghost"
                        icon="more"
                        items={view.actions}
                      />
                    )}
                  </td>
                )}
              </tr>
              {view.below && (
                <tr className="list-below">
                  <td colSpan={columns.length + Number(canTick) + Number(canAct)}>{view.below}</td>
                </tr>
              )}
              {view.detail && (
                <tr className="list-detail">
                  <td colSpan={columns.length + Number(canTick) + Number(canAct)}>{view.detail}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {after}
    </div>
  );
}

interface HeadCellProps {
  list: ListDefinition;
  state: AnyListState;
  by: string;
  column: ListColumn;
}

function HeadCell({ list, state, by, column }: HeadCellProps) {
  const className = nameCell(by, column);
  if (!column.sort)
    return (
      <th scope="col" className={className}>
        {column.name}
      </th>
    );
  const direction = state.sort.by === by ? state.sort.direction : null;
  const next = direction === null ? column.sort : direction === "asc" ? "desc" : "asc";
  return (
    <th
      scope="col"
      className={className}
      aria-sort={direction === null ? undefined : direction === "asc" ? "ascending" : "descending"}
    >
      <Link to={buildListPath(list, state, { sort: { by, direction: next } })} preventScrollReset>
        {column.name}
        {direction && <Icon name={direction === "asc" ? "arrow-up" : "arrow-down"} />}
      </Link>
    </th>
  );
}

function nameCell(key: string, { align, hides }: ListColumn): string {
  return [`list-cell-${key}`, align === "end" && "list-cell-end", hides && `list-hides-${hides}`]
    .filter(Boolean)
    .join(" ");
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
