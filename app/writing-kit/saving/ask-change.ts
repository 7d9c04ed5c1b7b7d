import { showToast } from "#app/staff-kit/toasts.ts";
import type { Answer, Newest, Stored } from "./answers.ts";
import type { Saver } from "./saver.ts";
import { buildLivePath, sendChange } from "./send-change.ts";

/** What came of a change of an article's or a job's state: how it stands now, or what is wrong, by field ("" for none). */
export type Outcome<Now extends Stored = Newest> = { facts: Omit<Now, "draft"> } | { faults: Record<string, string> };

/** Asks for a change of an article as `askChangeAt` does. */
export async function askChange(id: string, saver: Saver, change: object): Promise<Outcome> {
  return askChangeAt({ path: buildLivePath(id), noun: "article" }, saver, change);
}

/**
 * Saves what is written, then asks at `path` for a change of its state, such as its publication. Never rejects; where it
 * fails nothing has changed.
 */
export async function askChangeAt<Now extends Stored>(
  { path, noun }: { path: string; noun: string },
  saver: Saver<Now>,
  change: object,
): Promise<Outcome<Now>> {
  await saver.save();
  const { phase, newest } = saver.read();
  if (phase !== "saved")
    return { faults: { "": "Your text is not saved yet. See to that first; nothing has been changed." } };
  const answer = await sendChange<Now>(path, { ...change, version: newest.version });
  if (answer.kind === "done") {
    saver.follow(answer.facts);
    return { facts: answer.facts };
  }
  if (answer.kind === "late") saver.learn(answer.newest);
  return { faults: answer.kind === "invalid" ? answer.faults : { "": describe(answer, noun) } };
}

function describe(answer: Exclude<Answer<Stored>, { kind: "done" | "invalid" }>, noun: string): string {
  const words = {
    late: `Somebody else has changed this ${noun} meanwhile. Look at what came in, then try again.`,
    "signed-out": "You are signed out. Sign in in another tab, then try again.",
    forbidden: "Your account may no longer do this.",
    gone: `This ${noun} is gone.`,
    unreachable: "The site could not be reached. Nothing has been changed; please try again.",
  } as const;
  return words[answer.kind];
}

/** The same for what a message offers to take back. */
export function offerUndo(text: string, { id, saver, change }: { id: string; saver: Saver; change: object }): void {
  async function undo() {
    const outcome = await askChange(id, saver, change);
    if ("faults" in outcome) showToast({ text: Object.values(outcome.faults).join(" "), tone: "error" });
    else showToast({ text: "Taken back" });
  }
  showToast({ text, undo: () => void undo() });
}
