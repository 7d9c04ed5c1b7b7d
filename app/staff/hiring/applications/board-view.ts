import { formatDayIn } from "#shared/dates/format-day.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { isEnding, readStages, type Stage } from "#shared/hiring/hiring-stages.ts";
import type { BoardOpening, readBoard } from "#worker/hiring/applications/read-board.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { nameSource } from "./applications-list.ts";
import { countDays, daysUntilLate } from "./days.ts";

type Found = Awaited<ReturnType<typeof readBoard>>;
export type Board = ReturnType<typeof toBoard>;
export type Card = Board["cards"][number];
export type Column = Board["columns"][number];

/** What the board shows at the instant `at`. `hasOpening`: it is the board of one job. */
export function toBoard(found: Found, { hasOpening, at, locale }: { hasOpening: boolean; at: number; locale: string }) {
  const { format } = new Intl.NumberFormat(locale);
  const job = found.beside.job === null ? null : (JSON.parse(found.beside.job) as BoardOpening);
  const stages = readStages(job?.stages ?? null);
  const cards = found.cards.map((row) => {
    const days = countDays(row.stage_since, at);
    return {
      id: row.id as string,
      version: row.version,
      stage: row.stage,
      name: row.name,
      about: [hasOpening ? "" : (row.job ?? "No role"), row.place].filter(Boolean).join(", "),
      source: nameSource(row.source),
      days,
      isLate: row.stage !== "hired" && days > daysUntilLate,
      isUnopened: row.opened_at === null,
      isDemo: row.is_demo === 1,
      flags: (JSON.parse(row.flags) as string[]).length,
      tags: JSON.parse(row.tags) as string[],
      assignee: row.assignee === null ? null : formatColleagueShort({ name: row.assignee_name, email: row.assignee }),
    };
  });
  const columns = stages.map((stage) => {
    const counted = found.columns.find((each) => each.stage === stage.key);
    return {
      ...stage,
      total: counted?.total ?? 0,
      facts: counted === undefined ? "Nobody" : formatFacts(counted, { stage, at, format }),
    };
  });
  const shown = cards.length;
  const total = columns.reduce((sum, column) => sum + column.total, 0);
  return {
    stages,
    cards,
    columns,
    ended: found.beside.ended ?? 0,
    title: job?.title ?? null,
    line: formatLine({ job, total, elsewhere: found.beside.elsewhere ?? 0, at, format, locale }),
    foot: `${format(shown)} of ${format(total)} shown, longest in the stage first`,
  };
}

function formatFacts(
  { middle, late, unopened }: Found["columns"][number],
  { stage, at, format }: { stage: Stage; at: number; format: (value: number) => string },
): string {
  const median = `Median ${format(countDays(middle ?? at, at))} d.`;
  if (stage.key === "hired") return median;
  if (unopened > 0) return `${median} ${format(unopened)} not opened`;
  return late > 0 ? `${median} ${format(late)} over ${daysUntilLate} d` : median;
}

interface Line {
  job: BoardOpening | null;
  total: number;
  elsewhere: number;
  at: number;
  format: (value: number) => string;
  locale: string;
}

/** One sentence or two with the numbers that matter. */
function formatLine({ job, total, elsewhere, at, format, locale }: Line): string {
  if (!job) {
    const all = `${countThings(total, "application")} in the usual stages of all jobs.`;
    return elsewhere === 0 ? all : `${all} ${format(elsewhere)} in stages of their own job: open its board.`;
  }
  const since = job.publishAt === null ? "Not published" : `Open since ${formatDayIn(job.publishAt, locale)}`;
  const closes = job.closesAt === null || job.closesAt <= at ? "" : ` Closes on ${formatDayIn(job.closesAt, locale)}.`;
  return `${since}, ${format(total - job.hired)} active, ${format(job.hired)} of ${format(job.openings)} hired.${closes}`;
}

/** Where a card stands while its moves are being sent. */
export interface Pending {
  to: string;
  /** The version that the move starts from: once the server's card has a higher one, the move is in it. */
  version: number;
}

/** The cards of each column by its key, with moves that are being sent; ended ones are in none. */
export function arrangeCards(board: Board, pending: ReadonlyMap<string, Pending>): Map<string, Card[]> {
  const arranged = new Map<string, Card[]>(board.columns.map(({ key }) => [key, []]));
  const moved: Card[] = [];
  for (const card of board.cards) {
    const move = pending.get(card.id);
    if (move && card.version <= move.version) moved.push({ ...card, stage: move.to, days: 0, isLate: false });
    else arranged.get(card.stage)?.push(card);
  }
  // The last one in a column is the one that has just come.
  for (const card of moved) if (!isEnding(card.stage)) arranged.get(card.stage)?.push(card);
  return arranged;
}
