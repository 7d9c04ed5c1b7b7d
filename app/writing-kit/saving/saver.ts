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

/**
 * Saves what is written in an article or in a job: 2 seconds after the last key, one save at a time, and first on the device. What
 * others saved meanwhile is merged; what is typed is never replaced by an answer.
 */
export class Saver<Now extends Stored = Newest> {
  readonly #tools: SaverTools<Now>;
  readonly #listeners = new Set<() => void>();
  readonly #copies: ReturnType<typeof followCopies>;
  #state: SaverState<Now>;
  /** What both sides started from: the text as it was last read or saved. */
  #base: Now["draft"];
  /** What was sent and may be stored: the answer is not here yet, or got lost. */
  #unsure: Now["draft"][] = [];
  #sending: Promise<void> | null = null;
  #retryDelay = firstRetry;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(first: Now, tools: SaverTools<Now>) {
    const { typed } = tools;
    this.#tools = tools;
    this.#state = {
      draft: { ...first.draft, ...typed?.fields },
      newest: first,
      phase: typed?.isLate ? "torn" : typed ? "unsaved" : "saved",
      isCopied: null,
      faults: {},
      merged: null,
      savedAt: null,
      typedAt: null,
    };
    this.#base = typed?.isLate ? forget(first.draft, typed.fields) : first.draft;
    this.#copies = followCopies<Now["draft"]>(tools, {
      read: () => {
        const { draft, typedAt } = this.#state;
        return this.hasWords() ? { draft, base: this.#base, at: typedAt ?? tools.now() } : null;
      },
      tell: (isCopied) => isCopied !== this.#state.isCopied && this.#change({ isCopied }),
    });
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  read = () => this.#state;

  hasWords = () => !areSame(this.#state.draft, this.#base);

  /** Takes over what was typed, or set in the panel. */
  edit = (patch: Partial<Now["draft"]>): void => {
    const { phase } = this.#state;
    const draft = { ...this.#state.draft, ...patch };
    const faults = Object.fromEntries(Object.entries(this.#state.faults).filter(([field]) => !(field in patch)));
    const mayWait = phase === "saved" || phase === "refused";
    this.#change({ draft, faults, typedAt: this.#tools.now(), ...(mayWait && { phase: "unsaved" }) });
    this.#copies.follow();
    if (!isHalted(phase) && phase !== "unreachable") this.#schedule(savePause);
  };

  /** Saves now what is not saved; a running save is followed by another one. Never rejects. */
  async save({ isLeaving = false } = {}): Promise<void> {
    this.#tools.flush();
    clearTimeout(this.#timer);
    if (this.#sending) await this.#sending;
    if (isHalted(this.#state.phase)) return;
    if (this.#isSaved()) return this.#settle();
    this.#sending ??= this.#sendOnce(isLeaving).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  /** Tells that the server has a newer version, which another request has read. */
  learn(newest: Now): void {
    if (this.#sending || newest.version <= this.#state.newest.version) return;
    this.#meet(newest);
  }

  /** What has to be decided, and what against; null while nothing has. */
  compare(): { merged: MergedDraft<Now["draft"]>; newest: Now } | null {
    this.#tools.flush();
    const { phase, newest } = this.#state;
    return phase === "torn" ? { merged: this.#merge(newest), newest } : null;
  }

  /** Goes on with `draft`, in which all of `compare` is decided; what was saved after `newest` is still to come in. */
  decide(draft: Now["draft"], newest: Now): void {
    this.#base = newest.draft;
    this.#show(draft);
    this.#change({ newest, phase: "unsaved" });
    this.#copies.follow();
    this.#schedule(0);
  }

  /** Goes on with `draft`, which came from elsewhere, such as a copy on the device. */
  replace(draft: Now["draft"]): void {
    this.#show(draft, "writer");
    this.edit({});
    this.#schedule(0);
  }

  /** Takes in a change of this page that left the text as it was, such as publishing; `settled` is what else it set. */
  follow(facts: Omit<Now, "draft">, settled: Partial<Now["draft"]> = {}): void {
    const { newest, draft } = this.#state;
    this.#base = { ...this.#base, ...settled };
    this.#change({
      newest: { ...facts, draft: { ...newest.draft, ...settled } } as Now,
      draft: { ...draft, ...settled },
    });
  }

  /** Tells that the session has ended. True where that matters: something is not saved. */
  halt(): boolean {
    this.#tools.flush();
    if (!this.hasWords()) return false;
    clearTimeout(this.#timer);
    this.#change({ phase: "signed-out" });
    return true;
  }

  /** Goes on after somebody has signed in, or the network is back. */
  async resume(): Promise<void> {
    const { phase } = this.#state;
    if (phase === "signed-out" || phase === "unreachable") this.#change({ phase: "unsaved" });
    await this.save();
  }

  /** Tries again what seemed to be refused for good. */
  async retry(): Promise<void> {
    const { phase } = this.#state;
    if (phase === "forbidden" || phase === "gone") this.#change({ phase: "unsaved" });
    await this.save();
  }

  /** Begins, or begins again, with the page. */
  start(): void {
    this.#isStopped = false;
    if (this.#state.phase === "unsaved") this.#schedule(savePause);
  }

  /** Ends with the page; what is not saved is still sent, and the device keeps it until then. */
  async stop(): Promise<void> {
    await this.save({ isLeaving: true });
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#copies.finish();
  }

  #change(next: Partial<SaverState<Now>>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener();
  }

  /** The draft as the server can take it: a field with a fault keeps its former value. */
  #buildSent(): Now["draft"] {
    const base = this.#base;
    const held = Object.keys(this.#state.faults).filter((field) => field in base && field !== "markdown");
    return Object.assign(
      {},
      this.#state.draft,
      ...held.map((field) => ({ [field]: base[field as keyof typeof base] })),
    );
  }

  #isSaved(): boolean {
    return areSame(this.#buildSent(), this.#base);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.save(), delay);
  }

  /** Nothing is left to send. */
  #settle(): void {
    const phase = Object.keys(this.#state.faults).length > 0 ? "refused" : "saved";
    if (this.#state.phase !== phase) this.#change({ phase });
    this.#copies.follow();
  }

  async #sendOnce(isLeaving: boolean): Promise<void> {
    const draft = this.#buildSent();
    this.#unsure.push(draft);
    this.#change({ phase: "saving" });
    this.#take(await this.#tools.send({ version: this.#state.newest.version, draft }, { isLeaving }), draft);
  }

  #take(answer: Answer<Now>, draft: Now["draft"]): void {
    if (answer.kind === "done") {
      this.#base = draft;
      this.#unsure = [];
      this.#retryDelay = firstRetry;
      this.#change({ newest: { ...answer.facts, draft } as Now, phase: "unsaved", savedAt: this.#tools.now() });
      return this.#goOn();
    }
    if (answer.kind === "late") return this.#meet(answer.newest);
    if (answer.kind === "invalid") return this.#refuse(answer.faults, draft);
    this.#change({ phase: answer.kind });
    if (answer.kind !== "unreachable") return;
    this.#schedule(this.#retryDelay);
    this.#retryDelay = Math.min(this.#retryDelay * 2, longestRetry);
  }

  #refuse(faults: Record<string, string>, draft: Now["draft"]): void {
    this.#tools.flush();
    // What was changed meanwhile is not what was refused.
    const standing = Object.entries(faults).filter(([field]) => haveSame(draft, this.#state.draft, field));
    this.#change({ faults: { ...this.#state.faults, ...Object.fromEntries(standing) }, phase: "refused" });
    // Everything else of it can be taken, unless the former value is what was refused.
    if (standing.some(([field]) => field === "markdown" || haveSame(draft, this.#base, field))) return;
    if (this.#isSaved()) this.#settle();
    else this.#schedule(0);
  }

  /** After a save: what was typed meanwhile is the next one. */
  #goOn(): void {
    if (this.#isSaved()) return this.#settle();
    this.#change({ phase: "unsaved" });
    this.#copies.follow();
    this.#schedule(Math.max(0, savePause - (this.#tools.now() - (this.#state.typedAt ?? 0))));
  }

  /** Takes in what the server has instead of what this page knew. */
  #meet(newest: Now): void {
    this.#tools.flush();
    if (newest.trashedAt != null) return this.#change({ newest, phase: "gone" });
    // The answer to a save of our own was lost.
    if (this.#unsure.some((sent) => areSame(newest.draft, sent))) this.#base = newest.draft;
    this.#unsure = [];
    const merged = this.#merge(newest);
    if (!merged.isClean) {
      this.#change({ newest, phase: "torn" });
      this.#copies.follow();
      return;
    }
    const isNews = !areSame(newest.draft, this.#base);
    this.#base = newest.draft;
    this.#change({ newest, ...(isNews && { merged: { by: newest.editedBy, at: this.#tools.now() } }) });
    this.#show(merged.draft);
    this.#goOn();
  }

  #merge(newest: Now): MergedDraft<Now["draft"]> {
    const sides = { base: this.#base, mine: this.#state.draft, theirs: newest.draft };
    return mergeDrafts<Now["draft"]>(sides, this.#tools.groups);
  }

  #show(draft: Now["draft"], by: "writer" | "others" = "others"): void {
    const { markdown } = this.#state.draft;
    this.#change({ draft });
    if (draft.markdown !== markdown) this.#tools.show(draft.markdown, by);
  }
}

function haveSame<Draft extends object>(one: Draft, other: Draft, field: string): boolean {
  return areSame([one[field as keyof Draft]], [other[field as keyof Draft]]);
}

/**
 * `draft` without what was typed: what a form without script started from is not known. So each field that differs has to be
 * decided, whoever changed it.
 */
function forget<Draft extends Stored["draft"]>(draft: Draft, typed: Partial<Draft>): Draft {
  const unknown = Object.fromEntries(Object.keys(typed).map((name) => [name, undefined]));
  return { ...draft, ...unknown, markdown: "" };
}
