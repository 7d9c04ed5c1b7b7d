import { Link } from "react-router";
import { Icon } from "#app/staff-kit/icon.tsx";
import "./recipes.ts";

interface SwitchProps {
  current: "board" | "table" | "figures";
  board: string;
  table: string;
  figures: string;
}

/** Board, table or figures of the same applications: links, of which the current one is marked. */
export function ViewSwitch({ current, board, table, figures }: SwitchProps) {
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
      <Link to={figures} aria-current={current === "figures" ? "page" : undefined}>
        <Icon name="status" />
        Figures
      </Link>
    </nav>
  );
}
