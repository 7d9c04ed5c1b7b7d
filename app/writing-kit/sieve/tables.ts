import type { Sieving } from "./sieving.ts";
import { readSide } from "./styles.ts";
import {
  closest,
  findPart,
  insert,
  lineOf,
  listNamed,
  make,
  nodesOf,
  type Part,
  remove,
  replace,
  unwrap,
} from "./tree.ts";

/** Columns that a joined cell may have, and cells that joined ones may make: a hostile one says a thousand. */
const mostColumns = 100;
const mostMade = 20_000;
/** Of a whole table, whose rows are filled up to the longest of them. */
const mostWide = 200;
const mostCells = 200_000;

/** Tables as Markdown has them: rows of equally many cells under a row of heads. What is joined keeps its column. */
export function fitTables(sieving: Sieving): void {
  const { body, losses } = sieving;
  // Inner ones first.
  for (const table of listNamed(body, "table").toReversed()) {
    if (closest(table.parent, ({ name }) => name === "td" || name === "th")) {
      losses.add("nestedTables");
      for (const part of listNamed(table, "td th tr").toReversed()) replace(part, " ", nodesOf(part), " ");
      unwrap(table);
    } else fitTable(table, sieving);
  }
}

function fitTable(table: Part, sieving: Sieving): void {
  const { losses } = sieving;
  const rows = listNamed(table, "tr");
  const cells = listNamed(table, "td th");
  for (const caption of listNamed(table, "caption")) {
    if (lineOf(caption) !== "" && table.parent) insert(table.parent, make("p", nodesOf(caption)), table);
    remove(caption);
  }
  if (cells.length <= 1 || table.get("role") === "presentation") {
    replace(
      table,
      cells.map((cell) => make("div", nodesOf(cell))),
    );
    return;
  }
  const grid = spread(rows, sieving);
  const longest = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const width = Math.max(1, Math.min(longest, mostWide, Math.floor(mostCells / grid.length)));
  const made = grid
    .filter((row) => row.length > 0)
    .map((row, at) => {
      const [...extra] = row.splice(width);
      if (extra.length > 0) losses.add("cellBlocks");
      for (const cell of extra) row.at(-1)?.append(" ", nodesOf(cell));
      while (row.length < width) row.push(make("td"));
      return make(
        "tr",
        row.map((cell) => fitCell(cell, at === 0, sieving)),
      );
    });
  alignColumns(made);
  replace(table, make("x-table", made));
}

/** The cells of each row, with empty ones where a joined cell goes on. */
function spread(rows: readonly Part[], { losses }: Sieving): Part[][] {
  const hanging: number[] = [];
  let made = 0;
  return rows.map((row, at) => {
    const cells: Part[] = [];
    const fill = () => {
      while ((hanging[cells.length] ?? 0) > 0) {
        hanging[cells.length] = (hanging[cells.length] ?? 0) - 1;
        cells.push(make("td"));
      }
    };
    for (const cell of row.children().filter(({ name }) => name === "td" || name === "th")) {
      fill();
      const isFull = made > mostMade;
      const across = isFull ? 1 : readSpan(cell, "colspan", mostColumns);
      const down = isFull ? 1 : readSpan(cell, "rowspan", rows.length - at);
      if (across > 1 || down > 1) losses.add("joinedCells", lineOf(cell).slice(0, 60));
      made += across * down - 1;
      for (let column = 0; column < across; column += 1) {
        hanging[cells.length] = down - 1;
        cells.push(column === 0 ? cell : make("td"));
      }
    }
    const last = hanging.findLastIndex((left) => left > 0);
    while (cells.length <= last) {
      fill();
      if (cells.length <= last) cells.push(make("td"));
    }
    return cells;
  });
}

function readSpan(cell: Part, name: string, most: number): number {
  const span = Number.parseInt(cell.get(name), 10);
  return Number.isNaN(span) ? 1 : Math.max(1, Math.min(span === 0 ? most : span, most));
}

const several = "p li pre blockquote hr h1 h2 h3 h4 h5 h6 x-code";

function fitCell(cell: Part, isHead: boolean, { losses, sheet }: Sieving): Part {
  if (listNamed(cell, several).length > 1) losses.add("cellBlocks", lineOf(cell).slice(0, 60));
  const aligned = findPart(cell, (part) => part.name === "p" && readSide(part, sheet.lookOf(part)) !== "");
  const side = readSide(cell, sheet.lookOf(cell)) || (aligned ? readSide(aligned, sheet.lookOf(aligned)) : "");
  const style = cell.get("style");
  return make(isHead ? "th" : "td", nodesOf(cell), { side, style, class: cell.get("class") });
}

/** Markdown aligns whole columns: as their head is, or else as their last cell. */
function alignColumns(rows: readonly Part[]): void {
  const [heads = [], ...others] = rows.map((row) => row.children());
  const last = others.at(-1) ?? [];
  const sides = heads.map((head, at) => head.get("side") || (last[at]?.get("side") ?? ""));
  for (const cells of [heads, ...others])
    for (const [at, cell] of cells.entries()) cell.attributes.set("side", sides[at] ?? "");
}
