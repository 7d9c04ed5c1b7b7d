import type { Stored } from "#app/writing-kit/saving/answers.ts";
import type { OpeningStatus } from "#worker/db/openings-tables.ts";
import type { WorkingOpening } from "#worker/hiring/openings/read-working.ts";
import type { WorkingDraft } from "#worker/hiring/openings/working-draft.ts";

export type Draft = WorkingDraft;
export type DraftChange = (patch: Partial<Draft>) => void;

/** A job as the server has it now, for the page that writes it. Instants are epoch milliseconds. */
export interface NewestOpening extends Stored {
  status: OpeningStatus;
  publishAt: number | null;
  closesAt: number | null;
  closedAt: number | null;
  editedAt: number;
  /** False while its readers do not see its newest text. */
  isShown: boolean;
  /** When the server read this: its clock decides what is open. */
  readAt: number;
  /** The address that the public knows. */
  shownSlug: string;
  applications: number;
  /** Keys of the stages in which applications are; empty for who may not read applications: the save names them. */
  usedStages: readonly string[];
  draft: Draft;
}

/** `mayRead`: the reader may read applications. */
export function toNewestOpening(
  job: WorkingOpening,
  { readAt, mayRead }: { readAt: number; mayRead: boolean },
): NewestOpening {
  return { ...job, usedStages: mayRead ? job.usedStages : [], readAt };
}
