import type { Figures } from "./figures.ts";
import { ingestRate } from "./ingest.ts";
import { writeNumber, writeSpread } from "./markdown.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import type { Spent } from "./profile.ts";
import { writeSearch } from "./write-search.ts";

/** `figures` as a Markdown document. */
export function writeFigures(figures: Figures): string {
  const { at, machine, command, rounds } = figures;
  return [
    "# What the site costs",
    `Written by \`${command}\` on ${at} UTC. Machine: ${machine}.`,
    `Each figure is the median of ${rounds} rounds, with the quartiles in brackets. In each round every route is measured right before its fixed answer: times depend on the machine and what else it does, ratios much less. CPU is what workerd's process takes, with nothing between it and the client, on one connection.`,
    "The embedded D1 runs in that process, which on Cloudflare it does not: “× fixed with its queries” compares with a Worker that asks D1 the same before it gives the fixed answer. Times are only shown; what is counted may not grow, or `npm test` fails ([the counts](../tests/worker/pages/page-costs.test.ts)). How it measures: [decision](decisions/029-bench.md).",
    ...writeParts(figures),
  ].join("\n\n");
}

function writeParts(figures: Figures): string[] {
  const { cold, boot, memory, hiring, visitors, ingest, search, sizes, times, growth } = figures;
  return [
    ...(figures.routes.length > 0 ? [...writeRoutes(figures), ...writeCounts(figures)] : []),
    ...(cold ? writeCold(cold) : []),
    ...(boot
      ? [...writeSpent("Where a start goes", boot.boot), ...writeSpent("Where the first answer goes", boot.first)]
      : []),
    ...(growth.length > 0 ? writeGrowth(growth) : []),
    ...(memory ? writeMemory(memory) : []),
    ...(hiring ? writeHiring(hiring) : []),
    ...(visitors ? writeVisitors(visitors) : []),
    ...(ingest ? writeIngest(ingest) : []),
    ...(search ? writeSearch(search) : []),
    ...(sizes ? writeSizes(sizes) : []),
    ...(times && Object.keys(times).length > 0 ? writeTimes(times) : []),
  ];
}

function writeRoutes({ routes }: Figures): string[] {
  const head = [
    "Route",
    "CPU ms",
    "p50 ms",
    "p95 ms",
    "Fixed CPU ms",
    "× fixed",
    "× fixed with its queries",
    "× bare React Router",
    "Limit",
  ];
  return [
    "## Against a fixed answer of the same bytes",
    writeTable(
      head,
      routes.map(({ name, cpu, p50, p95, fixedCpu, timesFixed, timesAsking, timesBare, limit }) => [
        name,
        writeSpread(cpu),
        writeNumber(p50),
        writeNumber(p95),
        writeNumber(fixedCpu.median),
        writeSpread(timesFixed),
        timesAsking ? writeSpread(timesAsking) : "",
        writeSpread(timesBare),
        limit === undefined ? "" : `${limit} ×${timesFixed.median > limit ? ", missed" : ""}`,
      ]),
    ),
  ];
}

function writeCounts({ counts }: Figures): string[] {
  const head = ["Route", "Trips to D1", "Queries", "Rows read", "Rows written", "Bytes", "Bytes, gzip"];
  const rows = counts.map(({ name, trips, queries, rowsRead, rowsWritten, answer }) =>
    [name, trips, queries, rowsRead, rowsWritten, answer.raw, answer.gzip].map(writeCell),
  );
  return ["## Counted", writeTable(head, rows)];
}

function writeCold(cold: NonNullable<Figures["cold"]>): string[] {
  return [
    "## The first answer after a start",
    "CPU beyond that of an empty Worker, of a page that asks for no binding. The clock includes the start of workerd. The two tables after it are sampled by the inspector; `(program)` is V8 itself, which compiles what is called for the first time.",
    writeTable(
      ["Side", "Boot, CPU ms", "First answer, CPU ms", "× bare React Router", "Clock ms"],
      cold.map(({ name, boot, first, timesBare, wall }) => [name, ...[boot, first, timesBare, wall].map(writeSpread)]),
    ),
  ];
}

function writeSpent(title: string, spent: readonly Spent[]): string[] {
  const dear = spent.filter(({ name, self }) => self >= 0.3 && name !== "(root)").slice(0, 12);
  const rows = dear.map(({ name, self, inclusive }) => [name, writeNumber(self), writeNumber(inclusive)]);
  return [`## ${title}`, writeTable(["Package or folder", "Self ms", "With what it calls ms"], rows)];
}

function writeGrowth(growth: Figures["growth"]): string[] {
  const head = ["Route", "Rows there", "Queries", "Rows read", "Bytes", "CPU ms", "p50 ms", "p95 ms"];
  return [...new Set(growth.map(({ of }) => of))].flatMap((of) => [
    `## More ${of}`,
    writeTable(
      head,
      chain(
        growth.filter((figure) => figure.of === of),
        ({ name }) => [name],
        ({ size, queries, rowsRead, bytes, cpu, p50, p95 }) =>
          [size, queries, rowsRead, bytes].map(writeCell).concat([cpu, p50, p95].map(writeNumber)),
      ),
    ),
  ]);
}

/** One row for all figures with the same `names`, ordered by the last of these; its cells tell how they grow: "72 → 84". */
function chain<Figure>(
  figures: readonly Figure[],
  names: (figure: Figure) => string[],
  cells: (figure: Figure) => string[],
): string[][] {
  const groups = Map.groupBy(figures, (figure) => names(figure).toReversed().join(" | "));
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other, "en"))
    .map(([, group]) => {
      const rows = group.map(cells);
      const grown = (rows[0] ?? []).map((first, column) =>
        rows.every((row) => row[column] === first) ? first : rows.map((row) => row[column]).join(" → "),
      );
      return group.slice(0, 1).flatMap(names).concat(grown);
    });
}

function writeMemory(memory: NonNullable<Figures["memory"]>): string[] {
  return [
    "## Memory",
    writeTable(
      ["After", "Heap MB", "workerd MB"],
      memory.map(({ requests, heap, resident }) => [
        `${writeCell(requests)} requests`,
        writeNumber(heap),
        writeNumber(resident),
      ]),
    ),
  ];
}

function writeHiring({ cards, board, plain, timesPlain, uploads }: NonNullable<Figures["hiring"]>): string[] {
  return [
    "## Hiring",
    `First paint in Chromium at 1440 px, and what the Worker's isolate holds before and at most while ten files of 10 MB are sent at once: heap, buffers and garbage, without the embedded D1 and R2. Its heap may have ${uploads.heap} MB, as V8 collects little without a limit; Cloudflare's is 128 MB for all. tests/worker/hiring/apply-documents.test.ts counts the bytes of files in it.`,
    writeTable(
      ["What", "Value"],
      [
        [`First paint of a board of ${cards} cards, ms`, writeSpread(board)],
        ["First paint of a board without a card, ms", writeSpread(plain)],
        ["× without a card", writeSpread(timesPlain)],
        ["The isolate before the uploads, MB", writeNumber(uploads.before)],
        [
          `The isolate at most while they run (${uploads.looks} looks), MB`,
          `${writeNumber(uploads.most)} (limit 100${uploads.most > 100 ? ", missed" : ""})`,
        ],
      ],
    ),
  ];
}

function writeVisitors(visitors: NonNullable<Figures["visitors"]>): string[] {
  return [
    "## Figures of visitors",
    "Each figure's queries alone, over 30 days or a year: from sums of days, or exactly from the visits where a filter applies, and for some reports always. A first view has totals, chart and six panels. The goal for a million views is a p95 of 100 ms from sums and of 500 ms with a filter.",
    writeTable(
      ["Figure", "From", "Views there", "Days", "Rows read", "p50 ms", "p95 ms"],
      chain(
        visitors,
        ({ name, kind }) => [
          name,
          { rolled: "sums", filtered: "visits, filtered", visits: "visits", now: "events" }[kind],
        ],
        ({ views, days, rowsRead, p50, p95 }) =>
          [views, days, rowsRead].map(writeCell).concat([p50, p95].map(writeNumber)),
      ),
    ),
  ];
}

function writeIngest(ingest: NonNullable<Figures["ingest"]>): string[] {
  const { events, messages, posted, seconds, accepted, p50, p95, backlog, drained, stored, different, cpu } = ingest;
  const perMessage = writeNumber(posted / messages);
  const isWhole = stored === events && different === 0;
  const once = isWhole
    ? "each once"
    : `missed: ${writeCell(events - stored)} are missing, ${writeCell(different)} are others`;
  return [
    "## Visits as they come in",
    `${writeCell(ingestRate)} events a second are posted to the collector, and go through the local queue and its consumer into D1, all in one workerd: messages of ${perMessage} events on average in any order, some sent twice. Whoever posts works on the same machine.`,
    writeTable(
      ["What", "Value"],
      [
        ["Events posted, in messages", `${writeCell(posted)}, ${writeCell(messages)}`],
        ["Seconds until the last message was answered", writeNumber(seconds)],
        ["Events accepted (204)", accepted === posted ? "all" : `${writeCell(accepted)}, missed`],
        [
          "Events accepted a second",
          `${writeCell(accepted / seconds)}${accepted / seconds < 0.98 * ingestRate ? ", missed" : ""}`,
        ],
        ["Messages accepted a second", writeCell(messages / seconds)],
        ["Answers of the collector, p50 and p95 ms", `${writeNumber(p50)}, ${writeNumber(p95)}`],
        [
          "Different events that waited then, and seconds until all were stored",
          `${writeCell(backlog)}, ${writeNumber(drained)}`,
        ],
        ["Different events posted, and stored in the end", `${writeCell(events)}, ${writeCell(stored)}: ${once}`],
        ["CPU of workerd for 1,000 events, ms", writeCell((cpu * 1e6) / posted)],
      ],
    ),
  ];
}

function writeSizes(sizes: NonNullable<Figures["sizes"]>): string[] {
  const rows = Object.entries(sizes).map(([name, { raw, gzip }]) => [name, writeCell(raw), writeCell(gzip)]);
  return ["## Bytes", writeTable(["What", "Bytes", "gzip"], rows)];
}

function writeTimes(times: NonNullable<Figures["times"]>): string[] {
  const rows = Object.entries(times).map(([name, seconds]) => [name, writeNumber(seconds)]);
  return ["## Work on it", writeTable(["What", "Seconds"], rows)];
}

function writeCell(value: string | number): string {
  return typeof value === "number" ? Math.round(value).toLocaleString("en-US") : value;
}

/** One line for the history: medians and counts alone. */
export function writeHistory({ at, machine, command, routes, counts, cold, sizes, growth, times }: Figures): string {
  const round = (value: number) => Number(value.toPrecision(3));
  return JSON.stringify({
    at,
    machine,
    command,
    timesFixed: Object.fromEntries(routes.map((route) => [route.name, round(route.timesFixed.median)])),
    timesAsking: Object.fromEntries(
      routes.flatMap(({ name, timesAsking }) => (timesAsking ? [[name, round(timesAsking.median)]] : [])),
    ),
    timesBare: Object.fromEntries(routes.map((route) => [route.name, round(route.timesBare.median)])),
    counts: Object.fromEntries(
      counts.map(({ name, queries, rowsRead, rowsWritten, answer }) => [
        name,
        [queries, rowsRead, rowsWritten, answer.raw],
      ]),
    ),
    growth: growth.map(({ name, of, size, rowsRead }) => [name, of, size, rowsRead]),
    cold: cold?.map(({ name, timesBare }) => [name, round(timesBare.median)]),
    sizes: sizes && Object.fromEntries(Object.entries(sizes).map(([name, { gzip }]) => [name, Math.round(gzip)])),
    times,
  });
}
