import { Link } from "react-router";
import { type AnyListState, buildListPath, type ListCursor, type ListDefinition } from "#shared/pages/list.ts";
import { Pager } from "#app/ui/pager.tsx";
import { nameButton } from "../button.tsx";
import { Keys } from "../keys.tsx";

interface ListFootProps {
  list: ListDefinition;
  state: AnyListState;
  previous: ListCursor | null;
  next: ListCursor | null;
  canTick: boolean;
  canOpen: boolean;
}

/** The links to the pages beside this one, and the keys that move about in the list. */
export function ListFoot({ list, state, previous, next, canTick, canOpen }: ListFootProps) {
  const ghost = nameButton({ kind: "ghost", isSmall: true });
  return (
    <div className="kit-foot list-foot: flex flex-none gap-8px items-center min-h-44px p-[8px_page] text-ink-2 text-13 border-t-1px-line">
      <Pager
        label={`Pages of ${list.nouns.many}`}
        className="list-pager: flex flex-wrap gap-4px -ml-10px"
        linkClassName={ghost}
        previous={previous && buildListPath(list, state, { page: previous })}
        next={next && buildListPath(list, state, { page: next })}
        more={
          state.page && (
            <Link className={ghost} to={buildListPath(list, state, { page: null })}>
              First page
            </Link>
          )
        }
      />
      <p className="list-keys needs-js" aria-hidden="true">
        {canOpen && (
          <>
            <Keys keys="j" />
            <Keys keys="k" /> move
          </>
        )}
        {canTick && (
          <>
            <Keys keys="x" /> select
          </>
        )}
        <Keys keys="/" /> search
      </p>
    </div>
  );
}
