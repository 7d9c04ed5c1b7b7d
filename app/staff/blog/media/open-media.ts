import { writeListQuery } from "#app/shared/list.ts";
import { mediaList, type MediaState } from "./media-list.ts";

/** What the library tells the panel of the file that is open in it. */
export interface OpenMedia {
  state: MediaState;
  /** Ids of the rows of the page, in their order. */
  ids: readonly string[];
  /** How many files stand before this page, and how many there are. */
  before: number;
  total: number;
}

/** The addresses around the file `id` in `list`. Without a list it has no neighbours. */
export function buildMediaLinks(list: OpenMedia | undefined, id: string) {
  const query = list ? writeListQuery(mediaList, list.state) : "";
  const at = list?.ids.indexOf(id) ?? -1;
  const beside = (step: 1 | -1) => {
    const other = at < 0 ? undefined : list?.ids[at + step];
    return other === undefined ? undefined : `${mediaList.path}/${other}${query}`;
  };
  return {
    position: list && at >= 0 ? `${list.before + at + 1} of ${list.total}` : undefined,
    previous: beside(-1),
    next: beside(1),
    own: `${mediaList.path}/${id}${query}`,
    close: mediaList.path + query,
  };
}
