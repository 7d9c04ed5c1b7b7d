import { writeListQuery } from "#app/shared/list.ts";
import { inboxList, type InboxState } from "./inbox-list.ts";

/** What the inbox tells the panel of the enquiry that is open in it. */
export interface OpenList {
  /** What the list shows, and so what the addresses of the panel keep. */
  state: InboxState;
  /** Ids of the rows of the page, from top to bottom. */
  ids: readonly string[];
  /** How many enquiries stand before this page, and how many there are. */
  before: number;
  total: number;
}

/** The addresses around an enquiry in the open list. */
export interface EnquiryLinks {
  /** '3 of 16'; undefined where the list does not hold it. */
  position: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** The address of the enquiry itself, and of the list without it. */
  own: string;
  close: string;
}

/** The addresses around the enquiry `id` in `list`. Without a list it has no neighbours. */
export function buildEnquiryLinks(list: OpenList | undefined, id: string): EnquiryLinks {
  const query = list ? writeListQuery(inboxList, list.state) : "";
  const at = list?.ids.indexOf(id) ?? -1;
  const beside = (step: 1 | -1) => {
    const other = at < 0 ? undefined : list?.ids[at + step];
    return other === undefined ? undefined : `${inboxList.path}/${other}${query}`;
  };
  return {
    position: list && at >= 0 ? `${list.before + at + 1} of ${list.total}` : undefined,
    previous: beside(-1),
    next: beside(1),
    own: `${inboxList.path}/${id}${query}`,
    close: inboxList.path + query,
  };
}
