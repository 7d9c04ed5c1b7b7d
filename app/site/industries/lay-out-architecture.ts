import type { Architecture } from "#app/content/page-types.ts";

/** A block as drawn: a frame with its name and its note, both already broken into lines. */
export interface DrawnBlock {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Distance from its frame to its text. */
  padding: number;
  name: readonly string[];
  note: readonly string[];
  /** True when no flow leaves it: it is a final result. */
  last: boolean;
}

/** A flow as drawn: right, up or down in its own lane, and right again. Its label is at its start. */
interface DrawnFlow {
  path: string;
  arrow: { x: number; y: number };
  label: { x: number; y: number; lines: readonly string[] };
}

export interface DrawnArchitecture {
  width: number;
  height: number;
  columns: readonly { name: string; x: number; y: number }[];
  blocks: readonly DrawnBlock[];
  flows: readonly DrawnFlow[];
}

/** Line heights of the three texts, in units of the drawing; the stylesheet sets the sizes of their letters. */
export interface MessageSizes {
  name: number;
  note: number;
  label: number;
}

export const lineHeight: MessageSizes = { name: 19, note: 17, label: 16 };
/** Average widths of their letters. */
const letter = { name: 8.4, note: 6.7, label: 6.9 };

const width = 1200;
const top = 48;
const padding = 14;
const blockGap = 30;
const laneGap = 9;
const arrowRoom = 20;

type Flow = Architecture["flows"][number];
type Ends = Flow & { fromY: number; toY: number };

/**
 * Places blocks and flows of a reference architecture in a drawing of fixed width. Flows join neighbouring columns.
 * Throws a RangeError when one names no block of the next column.
 */
export function layOutArchitecture({ columns, flows }: Architecture): DrawnArchitecture {
  const columnWidth = columns.length > 4 ? 138 : 186;
  const channel = (width - columns.length * columnWidth) / (columns.length - 1);
  const left = (index: number) => index * (columnWidth + channel);
  const lines = (flow: Flow) => breakLines(flow.name, (channel - 44) / letter.label);
  const inner = columnWidth - 2 * padding;

  const measured = columns.map((column) =>
    column.blocks.map((block) => {
      const name = breakLines(block.name, inner / letter.name);
      const note = breakLines(block.note, inner / letter.note);
      const ports = flows.filter(({ from }) => from === block.id);
      const text = name.length * lineHeight.name + note.length * lineHeight.note + 2 * padding;
      const labels = ports.reduce((sum, flow) => sum + lines(flow).length * lineHeight.label + 12, 0);
      return { id: block.id, name, note, last: ports.length === 0, height: Math.max(text, labels) };
    }),
  );
  const tall = measured.map((blocks) => blocks.reduce((sum, { height }) => sum + height + blockGap, -blockGap));
  const height = Math.max(...tall);

  const blocks = measured.flatMap((column, index) => {
    let y = top + (height - (tall[index] ?? 0)) / 2;
    return column.map((block) => {
      const drawn: DrawnBlock = { ...block, x: left(index), y, width: columnWidth, padding };
      y += block.height + blockGap;
      return drawn;
    });
  });

  const columnOf = new Map(columns.flatMap((column, index) => column.blocks.map(({ id }) => [id, index] as const)));
  const drawnFlows = columns.flatMap((_, index) => {
    const leaving = flows.filter(({ from }) => columnOf.get(from) === index);
    if (leaving.some(({ to }) => columnOf.get(to) !== index + 1)) throw new RangeError("A flow skips a column.");
    const start = left(index) + columnWidth;
    return drawChannel(computeEnds(leaving, blocks), start, start + channel, lines);
  });
  if (drawnFlows.length !== flows.length) throw new RangeError("A flow comes from no block.");

  return {
    width,
    height: top + height,
    columns: columns.map(({ name }, index) => ({ name, x: left(index), y: 16 })),
    blocks,
    flows: drawnFlows,
  };
}

/** The y at which each flow leaves and arrives: the ports of a block, in the order of the blocks they lead to. */
function computeEnds(flows: readonly Flow[], blocks: readonly DrawnBlock[]): Ends[] {
  const find = (id: string) => {
    const block = blocks.find((one) => one.id === id);
    if (!block) throw new RangeError(`No block "${id}".`);
    return block;
  };
  const port = (flow: Flow, end: "from" | "to", other: "from" | "to") => {
    const rank = flows
      .filter((one) => one[end] === flow[end])
      .toSorted((a, b) => find(a[other]).y - find(b[other]).y)
      .indexOf(flow);
    const count = flows.filter((one) => one[end] === flow[end]).length;
    const block = find(flow[end]);
    return Math.round(block.y + (block.height * (rank + 0.5)) / count);
  };
  return flows.map((flow) => {
    const fromY = port(flow, "from", "to");
    const toY = port(flow, "to", "from");
    // A flow with a very small vertical step is drawn as a straight line.
    return { ...flow, fromY, toY: Math.abs(fromY - toY) < 16 && isOnly(flow, flows) ? fromY : toY };
  });
}

/** True when no other flow arrives at the same point. */
function isOnly(flow: Flow, flows: readonly Flow[]): boolean {
  return flows.every((other) => other === flow || other.to !== flow.to);
}

/**
 * Draws the flows between two columns. Of descending flows the lower ones turn first, of rising flows the higher ones:
 * this avoids crossings.
 */
function drawChannel(
  flows: readonly Ends[],
  start: number,
  end: number,
  lines: (flow: Flow) => readonly string[],
): DrawnFlow[] {
  const bends = flows.filter(({ fromY, toY }) => fromY !== toY);
  const falling = bends.filter(({ fromY, toY }) => toY > fromY).toSorted((a, b) => b.fromY - a.fromY);
  const rising = bends.filter(({ fromY, toY }) => toY < fromY).toSorted((a, b) => a.fromY - b.fromY);
  const lanes = [...falling, ...rising];
  return flows.map((flow) => {
    const lane = end - arrowRoom - laneGap * (lanes.length - 1 - lanes.indexOf(flow));
    const bend = flow.fromY === flow.toY ? "" : `H${lane}V${flow.toY}`;
    const label = lines(flow);
    return {
      path: `M${start} ${flow.fromY}${bend}H${end - 8}`,
      arrow: { x: end - 8, y: flow.toY },
      label: { x: start + 8, y: flow.fromY - 6 - (label.length - 1) * lineHeight.label, lines: label },
    };
  });
}

/** Breaks `text` between words into lines of at most `limit` letters. A longer word gets a line of its own. */
export function breakLines(text: string, limit: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= limit) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
