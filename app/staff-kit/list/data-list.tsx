// Bundle: lists
import { type ReactNode, useRef } from "react";
import { Link, type LinkProps, useNavigation } from "react-router";
import { type AnyListState, buildListPath, type ListCursor, type ListDefinition } from "#shared/pages/list.ts";
import { nameButton } from "../button.tsx";
import { EmptyState, ErrorState } from "../states.tsx";
import { type FilterOptions, ListFilters } from "./list-filters.tsx";
import { ListFoot } from "./list-foot.tsx";
import { type BulkAction, ListStrip } from "./list-strip.tsx";
import { ListTable, type RowView } from "./list-table.tsx";
import { type BuiltInView, ListViews, type SavedListView } from "./list-views.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { useSelection } from "./use-selection.ts";
import "../recipes.ts";
import "./recipes.ts";
import "../kit.css";
import "./list.css";
import "./list-narrow.css";

/** One page of a list as its loader gives it, with dates and numbers written for the reader. */
interface ListPage<Row> {
  rows: readonly Row[];
  /** '1 to 25 of 128 enquiries', written for the reader. */
  summary: string;
  previous: ListCursor | null;
  next: ListCursor | null;
}

interface DataListProps<Row extends { id: string }> {
  list: ListDefinition;
  /** From the loader of the page. Its `page` is null when it could not be read. */
  loaded: {
    state: AnyListState;
    page: ListPage<Row> | null;
    settings: { density: "comfortable" | "compact"; views: readonly SavedListView[] };
  };
  cells: Readonly<Record<string, (row: Row) => ReactNode>>;
  buildView: (row: Row) => RowView;
  views: readonly BuiltInView[];
  filters: FilterOptions;
  search: { label: string; note?: string | undefined };
  bulk?: readonly BulkAction[];
  /** Each row has a link that opens the record, with `data-main`. */
  canOpen?: boolean;
  /** What stands here while the list has no record at all. */
  empty: ReactNode;
  /** What the last form of the page has done, or why it has not. */
  outcome?: ReactNode;
  /** Why the last change of a view was not made. */
  refusedView?: string | null;
  /** The panel of the record that is open, beside the rows. */
  panel?: ReactNode;
  /** Stands below the rows and scrolls with them. */
  after?: ReactNode;
}

/** A list of records with everything that staff do with lists. Works as links and forms where no script runs. */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { list, loaded, bulk = [], canOpen = false, outcome, refusedView = null, panel } = props;
  const { state, page, settings } = loaded;
  const element = useRef<HTMLElement>(null);
  const selection = useSelection(element);
  const canTick = bulk.length > 0;
  useListKeys({ list: element, selection, canTick, canOpen, hasPanel: Boolean(panel) });
  const next = useNavigation().location;
  const isLoading = next?.pathname === list.path;
  return (
    <section ref={element} className={`list list-${settings.density}`} aria-label="List" aria-busy={isLoading}>
      <ListViews {...{ list, state }} builtIn={props.views} saved={settings.views} refused={refusedView} />
      <div className="list-parts: flex flex-1 min-h-0">
        <div className="list-body: flex flex-1 flex-col min-w-0 md:[.staff[data-panel]_&]:max-w-[calc(100%_-_var(--panel))]">
          <ListFilters {...{ list, state }} options={props.filters} search={props.search} />
          {outcome}
          <ListStrip
            {...{ list, selection, actions: bulk }}
            summary={page?.summary ?? "Not read"}
            density={settings.density}
            hasRows={page !== null && page.rows.length > 0}
          />
          {page && page.rows.length > 0 ? (
            <ListTable
              {...{ list, state }}
              rows={page.rows}
              cells={props.cells}
              buildView={props.buildView}
              after={props.after}
            />
          ) : (
            <div // Instead of rows.
              className="list-nothing: flex-1"
            >
              {page ? (
                <Nothing {...{ list, state }} filters={props.filters} empty={props.empty} />
              ) : (
                <Unread {...{ list, state }} />
              )}
              {props.after}
            </div>
          )}
          <ListFoot
            {...{ list, state, canTick, canOpen }}
            previous={page?.previous ?? null}
            next={page?.next ?? null}
          />
        </div>
        {panel}
      </div>
    </section>
  );
}

/** Tells a list that is empty from filters that nothing fits and from a page past the end. */
function Nothing({
  list,
  state,
  filters,
  empty,
}: Pick<DataListProps<{ id: string }>, "list" | "filters" | "empty"> & { state: AnyListState }) {
  const set = Object.keys(filters).filter((name) => state.filters[name] !== "");
  if (state.page)
    return (
      <EmptyState
        title="Nothing on this page"
        action={<StateLink to={buildListPath(list, state, { page: null })}>Go to the first page</StateLink>}
      >
        The list has become shorter since.
      </EmptyState>
    );
  if (state.words === "" && set.length === 0) return empty;
  const cleared = { words: "", view: null, filters: Object.fromEntries(set.map((name) => [name, ""])) };
  return (
    <EmptyState
      title={`No ${list.nouns.one} fits`}
      action={<StateLink to={buildListPath(list, state, cleared)}>Clear all filters</StateLink>}
    >
      Nothing fits all of these filters and words. Take one away to see more.
    </EmptyState>
  );
}

function Unread({ list, state }: { list: ListDefinition; state: AnyListState }) {
  return (
    <ErrorState
      title="The list could not be read just now"
      action={
        <StateLink to={buildListPath(list, state)} reloadDocument>
          Try again
        </StateLink>
      }
    >
      Nothing is lost. Please try again in a minute.
    </ErrorState>
  );
}

function StateLink(props: Pick<LinkProps, "to" | "reloadDocument" | "children">) {
  return <Link className={nameButton()} {...props} />;
}
