import type { Architecture } from "#app/content/page-types.ts";
import { breakLines, type DrawnArchitecture, type DrawnBlock, type MessageSizes } from "./lay-out-architecture.ts";

/** Like the sizes of the wide drawing, for a drawing that a phone shows at its own size. */
export const uprightSizes: MessageSizes = { name: 17, note: 17, label: 16 };
const letter = { name: 7.3, note: 7.1, label: 6.9, title: 7.2 };

const width = 340;
const padding = 9;
const blockGap = 8;
const laneGap = 9;
/** Height from the last lane, or the top of the drawing, to a row's blocks: the row's name is there. */
const titleRoom = 34;

type Column = Architecture["columns"][number];
type Flow = Architecture["flows"][number];
/** Where a flow leaves its block, and its label. */
type Start = { flow: Flow; x: number; lines: readonly string[] };

/**
 * Lays out an architecture in a narrow drawing: one row of blocks for every column, with flows running down from row to
 * row. Throws a RangeError when a flow names no block of the next row.
 */
export function layOutUpright({ columns, flows }: Architecture): DrawnArchitecture {
  const rowOf = new Map(columns.flatMap((column, row) => column.blocks.map(({ id }) => [id, row] as const)));
  const blocks: DrawnBlock[] = [];
  const titles: { name: string; x: number; y: number }[] = [];
  const drawn: DrawnArchitecture["flows"][number][] = [];
  let top = 0;
  for (const [index, column] of columns.entries()) {
    const arriving = flows.filter(({ from }) => rowOf.get(from) === index - 1);
    if (arriving.some(({ to }) => rowOf.get(to) !== index)) throw new RangeError("A flow skips a row.");
    const starts = arriving.map((flow) => computeStart(flow, arriving, blocks, column));
    const row = placeRow(column.blocks, flows);
    const ends = computeEnds(starts, row, column.name.length * letter.title + 10);
    const bends = starts.filter(({ flow, x }) => ends.get(flow) !== x).length;
    const start = top;
    const lanes = start + Math.max(0, ...starts.map(({ lines }) => lines.length)) * uprightSizes.label + 16;
    top = (index === 0 ? 0 : lanes + Math.max(0, bends - 1) * laneGap) + titleRoom;
    titles.push({ name: column.name, x: 0, y: top - 12 });
    for (const { flow, x, lines } of starts) {
      const end = ends.get(flow) ?? x;
      const bend = end === x ? "" : `V${lanes + laneGap * rankLane(flow, starts, ends)}H${end}`;
      drawn.push({
        path: `M${x} ${start}${bend}V${top - 6}`,
        arrow: { x: end, y: top - 6 },
        label: { x: x + 6, y: start + 16, lines },
      });
    }
    blocks.push(...row.map((block) => ({ ...block, y: top })));
    top += row[0]?.height ?? 0;
  }
  if (drawn.length !== flows.length) throw new RangeError("A flow comes from no block.");
  return { width, height: top, columns: titles, blocks, flows: drawn };
}

/** The width a flow's label needs: its longest word. */
function measureLabel({ name }: Flow): number {
  return Math.max(...name.split(" ").map(({ length }) => length)) * letter.label + 14;
}

/**
 * The blocks of a row, at the top of the drawing. They have the same height, and the same width unless the labels below
 * need more room.
 */
function placeRow(blocks: Column["blocks"], flows: readonly Flow[]): DrawnBlock[] {
  const room = width - blockGap * (blocks.length - 1);
  const leaving = blocks.map(({ id }) => flows.filter(({ from }) => from === id));
  const needs = leaving.map((own) => own.reduce((sum, flow) => sum + measureLabel(flow), 0));
  const missing = needs.map((need) => Math.max(0, need - room / blocks.length));
  const given = missing.reduce((sum, one) => sum + one, 0) / (missing.filter((one) => one === 0).length || 1);
  const widths = missing.map((one) => Math.round(room / blocks.length + (one || -given)));
  const texts = blocks.map(({ name, note }, index) => {
    const inner = (widths[index] ?? 0) - 2 * padding;
    return { name: breakLines(name, inner / letter.name), note: breakLines(note, inner / letter.note) };
  });
  const heights = texts.map(({ name, note }) => name.length * uprightSizes.name + note.length * uprightSizes.note);
  const height = Math.max(...heights) + 2 * padding + 4;
  return blocks.map(({ id }, index) => ({
    id,
    x: widths.slice(0, index).reduce((sum, one) => sum + one + blockGap, 0),
    y: 0,
    width: widths[index] ?? 0,
    height,
    padding,
    name: texts[index]?.name ?? [],
    note: texts[index]?.note ?? [],
    last: leaving[index]?.length === 0,
  }));
}

/**
 * Where a flow leaves its block. The flows of a block share its width by the widths of their labels, in the order of
 * their targets.
 */
function computeStart(flow: Flow, arriving: readonly Flow[], blocks: readonly DrawnBlock[], next: Column): Start {
  const block = blocks.find(({ id }) => id === flow.from);
  if (!block) throw new RangeError(`No block "${flow.from}".`);
  const position = ({ to }: Flow) => next.blocks.findIndex(({ id }) => id === to);
  const leaving = arriving.filter(({ from }) => from === flow.from).toSorted((a, b) => position(a) - position(b));
  const all = leaving.reduce((sum, one) => sum + measureLabel(one), 0);
  const before = leaving.slice(0, leaving.indexOf(flow)).reduce((sum, one) => sum + measureLabel(one), 0);
  const share = (block.width * measureLabel(flow)) / all;
  return {
    flow,
    x: Math.round(block.x + (block.width * before) / all + 8),
    lines: breakLines(flow.name, (share - 14) / letter.label),
  };
}

/**
 * Where the flows arrive: to the right of the row's name if that is above the block, and straight below the start if
 * possible.
 */
function computeEnds(starts: readonly Start[], blocks: readonly DrawnBlock[], title: number): Map<Flow, number> {
  const ends = new Map<Flow, number>();
  for (const block of blocks) {
    const here = starts.filter(({ flow }) => flow.to === block.id).toSorted((a, b) => a.x - b.x);
    const high = block.x + block.width - 10;
    const low = Math.min(Math.max(block.x + 8, title), high - 20 * here.length);
    for (const [rank, { flow, x }] of here.entries()) {
      const even = Math.round(low + ((high - low) * (rank + 0.5)) / here.length);
      const near = here.length === 1 || Math.abs(x - even) < 10;
      ends.set(flow, near && x >= low && x <= high ? x : even);
    }
  }
  return ends;
}

/**
 * The lane of a flow, counted from the top. Of the flows that go right the rightmost comes first, of those that go left
 * the leftmost.
 */
function rankLane(flow: Flow, starts: readonly Start[], ends: ReadonlyMap<Flow, number>): number {
  const turn = (one: Start) => (ends.get(one.flow) ?? one.x) - one.x;
  const right = starts.filter((one) => turn(one) > 0).toSorted((a, b) => b.x - a.x);
  const left = starts.filter((one) => turn(one) < 0).toSorted((a, b) => a.x - b.x);
  return [...right, ...left].findIndex((one) => one.flow === flow);
}
