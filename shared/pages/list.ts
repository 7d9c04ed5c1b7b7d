/**
 * Lists of records. The address holds what they show: filters, words, order, page and saved view. One definition for
 * each list is shared by its loader, which reads the address, and by its components, which write links.
 */
import type { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";

type Direction = "asc" | "desc";

export interface ListColumn {
  /** Head of the column. */
  name: string;
  /** The list can be sorted by this column, first in this direction. */
  sort?: Direction;
  /** Aligns numbers and times with the end of the cell. */
  align?: "end";
  /** Hidden when the list is narrow; columns with a higher number are hidden first. Others always stay. */
  hides?: 1 | 2 | 3;
}

interface ListFilter {
  name: string;
  /** The values that an address may have. Any other value counts as not set. */
  values: z.ZodType<string>;
  /** The value when the address has none. Without it the filter is not set then. */
  initial?: string;
}

export interface ListDefinition {
  /** Identifies the list in what is stored about it. */
  id: string;
  path: string;
  /** One record, and several. */
  nouns: { one: string; many: string };
  columns: Readonly<Record<string, ListColumn>>;
  /** The order when the address names none. */
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

/** Where a page begins or ends: the record next to it, with the value by which the list is sorted. */
export interface ListCursor {
  side: "after" | "before";
  id: string;
  value: string;
}

/** What a list shows, for code that works with any list. A filter that is not set is "". */
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

/** A change of a state. What it leaves out stays as it is, except the page: the list goes back to its first page. */
export type ListChange = Partial<AnyListState>;

/** In UTF-16 units, as `maxlength` counts them: room for the longest address, and for the longest name with one. */
export const longestWords = 300;
const longestValue = 300;

/** Whether records are looked for: one letter is in nearly all of them, but in Chinese or Korean one sign is a name. */
export function isSearched(words: string): boolean {
  return words.length > 1 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words);
}

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const cursorPattern = new RegExp(`^(${id})\\.(.*)$`, "s");
const viewPattern = new RegExp(`^${id}$`);

/** Returns `list` with a type that knows its columns, its filters and their values. */
export function defineList<const List extends ListDefinition>(list: List): List {
  return list;
}

/** The state of `list` that an address describes. Never throws: an invalid value counts as missing. */
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

/** The query of the address of `state`, with its "?"; "" when every value is the default. */
export function writeListQuery(list: ListDefinition, state: AnyListState): string {
  const query = new URLSearchParams(buildListFields(list, state));
  return query.size > 0 ? `?${query}` : "";
}

/** Names and values of the address of `state`, for links and for hidden fields of forms. Defaults are left out. */
export function buildListFields(
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

/** `state` after a change. The list goes back to its first page unless the change names another. */
export function changeList<State extends AnyListState>(state: State, change: ListChange): State {
  return { ...state, page: null, ...change, filters: { ...state.filters, ...change.filters } };
}

/** The address of the list in `state`, or after a change of it. */
export function buildListPath(
  list: ListDefinition,
  state: AnyListState,
  change: ListChange = { page: state.page },
): string {
  return list.path + writeListQuery(list, changeList(state, change));
}

/** The state of an address without a query: every record, in the list's own order. */
export function buildDefaultListState<List extends ListDefinition>(list: List): ListState<List> {
  return readListState(list, new URLSearchParams());
}
