/** What the load has shown, as a section of docs/figures.md, which the bench leaves in its place. */
import { writeNumber } from "../bench/markdown.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import { keepSection } from "../../scripts/lib/figures-sections.ts";
import type { OverloadFigures } from "./overload.ts";
import type { LoadFigures } from "./run-load.ts";

const title = "## Under load";

interface LoadReport {
  load: LoadFigures;
  crowded: OverloadFigures;
  at: string;
  machine: string;
  command: string;
}

function writeLoad({ load, crowded, at, machine, command }: LoadReport): string {
  const { seconds, kinds, errors, heap, resident } = load;
  const requests = kinds.reduce((sum, kind) => sum + kind.requests, 0);
  const perSecond = writeNumber(requests / seconds);
  return [
    title,
    `Written by \`${command}\` on ${at} UTC. Machine: ${machine}; who asks works on it, too. ${requests} requests in ${seconds} s (${perSecond} a second), ${errors.length} errors. The embedded D1 and R2, the queues and their consumers run in the same workerd.`,
    writeTable(
      ["Kind", "Requests", "p50 ms", "p95 ms", "p99 ms", "Told to come again"],
      kinds.map(({ name, requests: count, p50, p95, p99, postponed }) => [
        name,
        String(count),
        writeNumber(p50),
        writeNumber(p95),
        writeNumber(p99),
        String(postponed),
      ]),
    ),
    writeTable(
      ["Held, MB", "First third", "Last third", "×"],
      [
        ["heap and buffers after a collection", ...heap.map(writeNumber), (heap[1] / heap[0]).toFixed(2)],
        ["workerd with D1 and R2", ...resident.map(writeNumber), (resident[1] / resident[0]).toFixed(2)],
      ],
    ),
    `Then ${crowded.clients} clients without a pause: ${crowded.answered} requests answered, ${crowded.refused} told to come again (503 with Retry-After), ${crowded.wrong.length} errors, no page from memory refused. All pages were answered ${writeNumber(crowded.recovered)} s after it ended. [Why](decisions/090-faults-and-load.md).`,
  ].join("\n\n");
}

/** Returns the section, and stores it in the place of the last one when it `isStored`. */
export async function keepLoad(figures: LoadReport, { isStored }: { isStored: boolean }): Promise<string> {
  const text = writeLoad(figures);
  if (!isStored) return text;
  await keepSection(title, text);
  return text;
}
