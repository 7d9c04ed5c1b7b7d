/**
 * Lists of records whose address says what they show: filters, words, order, page and saved view. One definition for
 * each list is shared by its loader, which reads the address, and by its components, which write links.
 */
import type { z } from "zod";
import { cleanLine } from "./clean-line.ts";

type Direction = "asc" | "desc";

export interface ListColumn {
  /** Head of the column. */
  name: string;
  /** The list can be sorted by this column, first in this direction. */
  sort?: Direction;
  /** Numbers and times stand at the end of their cell. */
  align?: "end";
  /** A column that hides where the list is narrow; the higher the number, the sooner. Others stay. */
  hides?: 1 | 2 | 3;
}

interface ListFilter {
  name: string;
  /** What the address may say; anything else counts as not set. */
  values: z.ZodType<string>;
  /** What holds where the address says nothing. Without it a filter is not set then. */
  initial?: string;
}

export interface ListDefinition {
  /** Names the list where something is stored about it. */
  id: string;
  path: string;
  /** One record, and several. */
  nouns: { one: string; many: string };
  columns: Readonly<Record<string, ListColumn>>;
  /** The order where the address names none. */
  sort: { by: string; direction: Direction };
  filters: Readonly<Record<string, ListFilter>>;
}

/** The columns that a list can be sorted by. */
type SortKey<List extends ListDefinition> = {
  [Key in keyof List["columns"]]: List["columns"][Key] extends { sort: Direction } ? Key : never;
}[keyof List["columns"]] &
  string;

type FilterValue<Filter extends ListFilter> =
  | z.output<Filter["values"]>
  | (Filter extends { initial: string } ? never : "");

/** Where a page begins or ends: the record beside it, with the value that the list is sorted by. */
export interface ListCursor {
  side: "after" | "before";
  id: string;
  value: string;
}

/** What a list shows, whichever list it is. A filter that is not set is "". */
export interface AnyListState {
  filters: Readonly<Record<string, string>>;
  words: string;
  sort: { by: string; direction: Direction };
  /** Null for the first page. */
  page: ListCursor | null;
  /** Id of the saved view that the reader is in. */
  view: string | null;
}

/** What `List` shows. */
export interface ListState<List extends ListDefinition> extends AnyListState {
  filters: { [Name in keyof List["filters"]]: FilterValue<List["filters"][Name]> };
  sort: { by: SortKey<List>; direction: Direction };
}

/** What may be changed of a state: what is left out stays, but for the page, which is the first again. */
export type ListChange = Partial<AnyListState>;

const longestWords = 100;
const longestValue = 300;
const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const cursorPattern = new RegExp(`^(${id})\\.(.*)$`, "s");
const viewPattern = new RegExp(`^${id}$`);

/** Gives a definition its own type: names of columns, filters and their values. */
export function defineList<const List extends ListDefinition>(list: List): List {
  return list;
}

/** What an address asks `list` for. Never throws: what makes no sense counts as not said. */
export function readListState<List extends ListDefinition>(list: List, query: URLSearchParams): ListState<List> {
  const filters = Object.entries(list.filters).map(([name, { values, initial = "" }]) => {
    const parsed = values.safeParse(query.get(name) ?? "");
    return [name, parsed.success ? parsed.data : initial];
  });
  const view = query.get("view") ?? "";
  return {
    filters: Object.fromEntries(filters),
    words: cleanLine(query.get("q") ?? "", longestWords),
    sort: readSort(list, query.get("sort") ?? ""),
    page: readCursor("after", query.get("after")) ?? readCursor("before", query.get("before")),
    view: viewPattern.test(view) ? view : null,
  } as ListState<List>;
}

function readSort(list: ListDefinition, text: string): AnyListState["sort"] {
  const by = text.replace(/^-/, "");
  const isKnown = Object.hasOwn(list.columns, by) && list.columns[by]?.sort !== undefined;
  return isKnown ? { by, direction: text.startsWith("-") ? "desc" : "asc" } : list.sort;
}

function readCursor(side: ListCursor["side"], text: string | null): ListCursor | null {
  const [, id, value] = cursorPattern.exec(text ?? "") ?? [];
  return id !== undefined && value !== undefined && value.length <= longestValue ? { side, id, value } : null;
}

/** The query of the address of `state`, "?" included; "" where it says nothing that holds anyway. */
export function writeListQuery(list: ListDefinition, state: AnyListState): string {
  const query = new URLSearchParams(listFields(list, state));
  return query.size > 0 ? `?${query}` : "";
}

/** What the address of `state` says, as names and values: for links, and for hidden fields of forms. */
export function listFields(
  list: ListDefinition,
  { filters, words, sort, page, view }: AnyListState,
): [string, string][] {
  const isSorted = sort.by !== list.sort.by || sort.direction !== list.sort.direction;
  const fields: [string, string][] = Object.entries(list.filters).map(([name, { initial = "" }]) => {
    const value = filters[name] ?? "";
    return [name, value === initial ? "" : value];
  });
  fields.push(["q", words], ["sort", isSorted ? (sort.direction === "desc" ? "-" : "") + sort.by : ""]);
  fields.push([page?.side ?? "after", page ? `${page.id}.${page.value}` : ""], ["view", view ?? ""]);
  return fields.filter(([, value]) => value !== "");
}

/** `state` after a change. Whatever is changed, the list begins at its first page unless the change names another. */
export function changeList<State extends AnyListState>(state: State, change: ListChange): State {
  return { ...state, page: null, ...change, filters: { ...state.filters, ...change.filters } };
}

/** The address of the list in `state`, or after a change of it. */
export function findListPath(
  list: ListDefinition,
  state: AnyListState,
  change: ListChange = { page: state.page },
): string {
  return list.path + writeListQuery(list, changeList(state, change));
}

/** Nothing said: every record of the list, in its own order. */
export function emptyListState<List extends ListDefinition>(list: List): ListState<List> {
  return readListState(list, new URLSearchParams());
}
