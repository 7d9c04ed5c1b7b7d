import { Link } from "react-router";
import { type AnyListState, findListPath, type ListCursor, type ListDefinition } from "#app/shared/list.ts";
import { nameButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
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
    <div className="kit-foot list-foot">
      <nav aria-label={`Pages of ${list.nouns.many}`}>
        {previous && (
          <>
            <Link className={ghost} to={findListPath(list, state, { page: null })}>
              First page
            </Link>
            <Link className={ghost} to={findListPath(list, state, { page: previous })} rel="prev">
              <Icon name="caret-left" />
              Previous page
            </Link>
          </>
        )}
        {next && (
          <Link className={ghost} to={findListPath(list, state, { page: next })} rel="next">
            Next page
            <Icon name="caret-right" />
          </Link>
        )}
      </nav>
      <p className="list-keys" aria-hidden="true">
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
