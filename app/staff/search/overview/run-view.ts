import { minute, second } from "#shared/dates/durations.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { RunRow } from "#worker/search/staff/read-overview.ts";

export interface RunView {
  id: string;
  version: number;
  state: RunRow["state"];
  /** "Step 2 of 2, embedding v3". */
  title: string;
  done: number;
  total: number;
  /** "41 a second, about 3 minutes left". */
  note: string;
  counts: string;
  failed: number;
  reason: string | null;
  started: Instant;
  finished: Instant | null;
}

const kindWords = { new: "a new version", missing: "what has no vector", selected: "selected documents" };

/** What `/embeddings-management/now` answers. */
export interface NowAnswer {
  run: RunView | null;
  /** Of what the search answers from: another number means that the page is old. */
  generation: number;
}

export function toRunView(run: RunRow, { locale, at }: { locale: string; at: number }): RunView {
  const { id, version, kind, state, step, total, done, failed, startedAt, updatedAt, finishedAt, reason } = run;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const handled = done + failed;
  const left = Math.max(0, total - handled);
  const passed = Math.max(second, (state === "running" ? at : updatedAt) - startedAt);
  const rate = (handled / passed) * second;
  const isOpen = state === "running" || state === "paused";
  const note = [
    isOpen && rate > 0 && `${rate < 1 ? "under 1" : number.format(rate)} a second`,
    state === "running" && rate > 0 && left > 0 && `about ${writeLength((left / rate) * second)} left`,
  ]
    .filter((part) => part !== false)
    .join(", ");
  return {
    id,
    version,
    state,
    title:
      step === "learn"
        ? `Step 1 of 2, learning v${version} from the site's text`
        : `${kind === "new" ? "Step 2 of 2, embedding" : "Embedding"} ${kindWords[kind]}, v${version}`,
    done: handled,
    total,
    note,
    counts: isOpen
      ? `${number.format(done)} done, ${number.format(left)} to do`
      : `${number.format(done)} of ${number.format(total)} embedded`,
    failed,
    reason,
    started: toInstant(startedAt, locale),
    finished: finishedAt === null ? null : toInstant(finishedAt, locale),
  };
}

/** "3 minutes", "40 seconds"; of milliseconds. */
export function writeLength(length: number): string {
  const [size, name] =
    length < 90 * second ? [second, "second"] : length < 90 * minute ? [minute, "minute"] : [60 * minute, "hour"];
  const count = Math.max(1, Math.round(length / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
