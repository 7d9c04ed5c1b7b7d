// Bundle: staff
import { type AnyListState, type ListDefinition, writeListQuery } from "#shared/pages/list.ts";

/** The context that a list gives to the panel of its open record. */
export interface OpenList {
  /** What the list shows, and so what the addresses of the panel keep. */
  state: AnyListState;
  /** Ids of the rows of the page, from top to bottom. */
  ids: readonly string[];
  /** How many records stand before this page, and how many there are. */
  before: number;
  total: number;
}

/** The addresses around a record in the open list: SidePanel takes them. */
export interface RecordLinks {
  /** '3 of 16'; undefined where the list does not hold it. */
  position: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** The address of the record itself, and of the list without it. */
  own: string;
  close: string;
}

interface Page {
  rows: readonly { id: string }[];
  before: number;
  total: number;
}

/** For the outlet of a list's page. */
export function describeOpenList(state: AnyListState, page: Page | null): OpenList {
  const { rows = [], before = 0, total = 0 } = page ?? {};
  return { state, ids: rows.map(({ id }) => id), before, total };
}

/** The addresses around the record `id`. Where the list itself is not there (`open`) it has no neighbours. */
export function buildRecordLinks(list: ListDefinition, open: OpenList | undefined, id: string): RecordLinks {
  const query = open ? writeListQuery(list, open.state) : "";
  const at = open?.ids.indexOf(id) ?? -1;
  const beside = (step: 1 | -1) => {
    const other = at < 0 ? undefined : open?.ids[at + step];
    return other === undefined ? undefined : `${list.path}/${other}${query}`;
  };
  return {
    position: open && at >= 0 ? `${open.before + at + 1} of ${open.total}` : undefined,
    previous: beside(-1),
    next: beside(1),
    own: `${list.path}/${id}${query}`,
    close: list.path + query,
  };
}
