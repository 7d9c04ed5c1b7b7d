import { writeNumber } from "./markdown.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import type { SearchFigures } from "./search.ts";

const mostQueries = 3;

export function writeSearch({ passages, dimensions, ...figures }: SearchFigures): string[] {
  const { indexed, embedded, first, isolate, resident, kinds } = figures;
  const number = (value: number) => Math.round(value).toLocaleString("en-US");
  const between = ([before, after]: readonly [number, number]) => `${writeNumber(before)}, ${writeNumber(after)}`;
  return [
    `## Searching ${number(passages)} passages`,
    `Each search is another one, through \`/api/search\`, over a made-up site whose ${number(passages)} passages have learnt vectors of ${dimensions} dimensions. CPU is that of workerd, with the embedded D1 in it.`,
    writeTable(
      ["Search", "Queries at most", "Rows read", "CPU p50 ms", "CPU p95 ms", "p50 ms", "p95 ms"],
      kinds.map(({ kind, queries, rowsRead, cpu50, cpu95, p50, p95 }) =>
        [kind, `${queries}${queries > mostQueries ? ", missed" : ""}`, number(rowsRead)].concat(
          [cpu50, cpu95, p50, p95].map(writeNumber),
        ),
      ),
    ),
    writeTable(
      ["What", "Value"],
      [
        ["Indexed by the engine’s writer in, s", writeNumber(indexed)],
        ["Model learnt and all embedded in, s", writeNumber(embedded)],
        [
          "The first search of an isolate, which reads the vectors: ms, and CPU ms",
          `${writeNumber(first.clock)}, ${writeNumber(first.cpu)}`,
        ],
        ["The isolate before and after it, MB", between(isolate)],
        ["workerd before it and at the end, MB", between(resident)],
      ],
    ),
  ];
}
