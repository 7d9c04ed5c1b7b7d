import { Link } from "react-router";
import { Icon } from "#app/staff-kit/icon.tsx";

/** Board or table of the same applications: links, of which the current one is marked. */
export function ViewSwitch({ current, board, table }: { current: "board" | "table"; board: string; table: string }) {
  return (
    <nav className="application-switch" aria-label="Layout">
      <Link to={board} aria-current={current === "board" ? "page" : undefined}>
        <Icon name="board" />
        Board
      </Link>
      <Link to={table} aria-current={current === "table" ? "page" : undefined}>
        <Icon name="rows" />
        Table
      </Link>
    </nav>
  );
}
