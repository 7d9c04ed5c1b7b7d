import { second } from "#shared/dates/durations.ts";
import { mergeDrafts, type MergedDraft } from "../merge/merge-drafts.ts";
import { areSame } from "../merge/same-draft.ts";
import type { Answer, Newest, Stored } from "./answers.ts";
import { followCopies } from "./follow-copies.ts";
import { isHalted, type SaverState, type SaverTools } from "./saver-state.ts";

/** Milliseconds without a key after which a text is saved. */
export const savePause = 2 * second;
/** Milliseconds before the server is asked again that did not answer; doubled each time up to the longest. */
const [firstRetry, longestRetry] = [5 * second, 60 * second];

export type Saver<Now extends Stored = Newest> = ReturnType<typeof startSaver<Now>>;

/**
 * Saves what is written in an article or in a job: 2 seconds after the last key, one save at a time, and first on the device. What
 * others saved meanwhile is merged; what is typed is never replaced by an answer.
 */
export function startSaver<Now extends Stored>(first: Now, tools: SaverTools<Now>) {
  type Draft = Now["draft"];
  const listeners = new Set<() => void>();
  const { typed } = tools;
  let state: SaverState<Now> = {
    draft: { ...first.draft, ...typed?.fields },
    newest: first,
    phase: typed?.isLate ? "torn" : typed ? "unsaved" : "saved",
    isCopied: null,
    faults: {},
    merged: null,
    savedAt: null,
    typedAt: null,
  };
  /** What both sides started from: the text as it was last read or saved. */
  let base: Draft = typed?.isLate ? forget(first.draft, typed.fields) : first.draft;
  /** What was sent and may be stored: the answer is not here yet, or got lost. */
  let unsure: Draft[] = [];
  let sending: Promise<void> | null = null;
  let retry = firstRetry;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function change(next: Partial<SaverState<Now>>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** The draft as the server can take it: a field with a fault keeps its former value. */
  function buildSent(): Draft {
    const held = Object.keys(state.faults).filter((field) => field in base && field !== "markdown");
    return Object.assign({}, state.draft, ...held.map((field) => ({ [field]: base[field as keyof Draft] })));
  }

  const haveSame = (one: Draft, other: Draft, field: string) =>
    areSame([one[field as keyof Draft]], [other[field as keyof Draft]]);
  const isSaved = () => areSame(buildSent(), base);
  const hasWords = () => !areSame(state.draft, base);

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void save(), delay);
  }

  const copies = followCopies(tools, {
    read: () => (hasWords() ? { draft: state.draft, base, at: state.typedAt ?? tools.now() } : null),
    tell: (isCopied) => isCopied !== state.isCopied && change({ isCopied }),
  });

  /** Takes over what was typed, or set in the panel. */
  function edit(patch: Partial<Draft>): void {
    const draft = { ...state.draft, ...patch };
    const faults = Object.fromEntries(Object.entries(state.faults).filter(([field]) => !(field in patch)));
    const mayWait = state.phase === "saved" || state.phase === "refused";
    change({ draft, faults, typedAt: tools.now(), ...(mayWait && { phase: "unsaved" }) });
    copies.follow();
    if (!isHalted(state.phase) && state.phase !== "unreachable") schedule(savePause);
  }

  /** Saves now what is not saved; a save that is under way is followed by another one. Never rejects. */
  async function save({ isLeaving = false } = {}): Promise<void> {
    tools.flush();
    clearTimeout(timer);
    if (sending) await sending;
    if (isHalted(state.phase)) return;
    if (isSaved()) return settle();
    sending ??= sendOnce(isLeaving).finally(() => {
      sending = null;
    });
    await sending;
  }

  /** Nothing is left to send. */
  function settle(): void {
    const phase = Object.keys(state.faults).length > 0 ? "refused" : "saved";
    if (state.phase !== phase) change({ phase });
    copies.follow();
  }

  async function sendOnce(isLeaving: boolean): Promise<void> {
    const draft = buildSent();
    unsure.push(draft);
    change({ phase: "saving" });
    const answer = await tools.send({ version: state.newest.version, draft }, { isLeaving });
    take(answer, draft);
  }

  function take(answer: Answer<Now>, draft: Draft): void {
    if (answer.kind === "done") {
      base = draft;
      unsure = [];
      retry = firstRetry;
      change({ newest: { ...answer.facts, draft } as Now, phase: "unsaved", savedAt: tools.now() });
      return goOn();
    }
    if (answer.kind === "late") return meet(answer.newest);
    if (answer.kind === "invalid") {
      tools.flush();
      // What was changed meanwhile is not what was refused.
      const standing = Object.entries(answer.faults).filter(([field]) => haveSame(draft, state.draft, field));
      change({ faults: { ...state.faults, ...Object.fromEntries(standing) }, phase: "refused" });
      // Everything else of it can be taken, unless the former value is what was refused.
      if (standing.some(([field]) => field === "markdown" || haveSame(draft, base, field))) return;
      return isSaved() ? settle() : schedule(0);
    }
    if (answer.kind === "unreachable") {
      change({ phase: "unreachable" });
      schedule(retry);
      retry = Math.min(retry * 2, longestRetry);
      return;
    }
    change({ phase: answer.kind });
  }

  /** After a save: what was typed meanwhile is the next one. */
  function goOn(): void {
    if (isSaved()) return settle();
    change({ phase: "unsaved" });
    copies.follow();
    schedule(Math.max(0, savePause - (tools.now() - (state.typedAt ?? 0))));
  }

  /** Takes in what the server has instead of what this page knew. */
  function meet(newest: Now): void {
    tools.flush();
    if (newest.trashedAt != null) return change({ newest, phase: "gone" });
    // The answer to a save of our own was lost.
    if (unsure.some((sent) => areSame(newest.draft, sent))) base = newest.draft;
    unsure = [];
    const merged = mergeDrafts<Draft>({ base, mine: state.draft, theirs: newest.draft }, tools.groups);
    if (!merged.isClean) {
      change({ newest, phase: "torn" });
      copies.follow();
      return;
    }
    const isNews = !areSame(newest.draft, base);
    base = newest.draft;
    change({ newest, ...(isNews && { merged: { by: newest.editedBy, at: tools.now() } }) });
    showDraft(merged.draft);
    goOn();
  }

  function showDraft(draft: Draft, by: "writer" | "others" = "others"): void {
    const { markdown } = state.draft;
    change({ draft });
    if (draft.markdown !== markdown) tools.show(draft.markdown, by);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    edit,
    save,
    hasWords,
    /** Tells that the server has a newer version, which another request has read. */
    learn(newest: Now): void {
      if (sending || newest.version <= state.newest.version) return;
      meet(newest);
    },
    /** What has to be decided, and what against; null while nothing has. */
    compare(): { merged: MergedDraft<Draft>; newest: Now } | null {
      tools.flush();
      const { phase, draft, newest } = state;
      return phase === "torn"
        ? { merged: mergeDrafts<Draft>({ base, mine: draft, theirs: newest.draft }, tools.groups), newest }
        : null;
    },
    /** Goes on with `draft`, in which all of `compare` is decided; what was saved after `newest` is still to come in. */
    decide(draft: Draft, newest: Now): void {
      base = newest.draft;
      showDraft(draft);
      change({ newest, phase: "unsaved" });
      copies.follow();
      schedule(0);
    },
    /** Goes on with `draft`, which came from elsewhere, such as a copy on the device. */
    replace(draft: Draft): void {
      showDraft(draft, "writer");
      edit({});
      schedule(0);
    },
    /** Takes in a change of this page that left the text as it was, such as publishing; `settled` is what it set besides. */
    follow(facts: Omit<Now, "draft">, settled: Partial<Draft> = {}): void {
      base = { ...base, ...settled };
      const newest = { ...facts, draft: { ...state.newest.draft, ...settled } } as Now;
      change({ newest, draft: { ...state.draft, ...settled } });
    },
    /** Tells that the session has ended. True where that matters: something is not saved. */
    halt(): boolean {
      tools.flush();
      if (!hasWords()) return false;
      clearTimeout(timer);
      change({ phase: "signed-out" });
      return true;
    },
    /** Goes on after somebody has signed in, or the network is back. */
    async resume(): Promise<void> {
      if (state.phase === "signed-out" || state.phase === "unreachable") change({ phase: "unsaved" });
      await save();
    },
    /** Tries again what was refused for good, as far as this page could know. */
    async retry(): Promise<void> {
      if (state.phase === "forbidden" || state.phase === "gone") change({ phase: "unsaved" });
      await save();
    },
    /** Begins, or begins again, with the page. */
    start(): void {
      isStopped = false;
      if (state.phase === "unsaved") schedule(savePause);
    },
    /** Ends with the page; what is not saved goes its way, and the device keeps it until then. */
    async stop(): Promise<void> {
      await save({ isLeaving: true });
      isStopped = true;
      clearTimeout(timer);
      await copies.finish();
    },
  };
}

/**
 * `draft` without what was typed: what a form without script started from is not known. So each field that differs has to be
 * decided, whoever changed it.
 */
function forget<Draft extends Stored["draft"]>(draft: Draft, typed: Partial<Draft>): Draft {
  const unknown = Object.fromEntries(Object.keys(typed).map((name) => [name, undefined]));
  return { ...draft, ...unknown, markdown: "" };
}
