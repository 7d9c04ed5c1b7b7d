/** What stood from `at` on in a text, and what stands there since. */
export interface FieldEdit {
  at: number;
  removed: string;
  inserted: string;
}

/** What others have changed: `text` stands from `from` to `to`. */
export interface FieldChange {
  from: number;
  to: number;
  text: string;
}

/** Keys within this time make one step, in milliseconds; so does the browser's own history. */
const pause = 1000;
const mostSteps = 500;

interface Step extends FieldEdit {
  /** Of its last key. */
  time: number;
}

/**
 * What was typed into a plain field, so that it can be taken back. The browser's own history knows nothing of what others put
 * into the field meanwhile, and would take out their words. Here theirs move the places of one's own steps; a step in whose
 * words somebody else has written since cannot be taken back any more, nor what was typed before it.
 */
export function createFieldHistory(start: string) {
  let value = start;
  let done: Step[] = [];
  let undone: Step[] = [];

  /** What was typed has made the text `next`; `time` in milliseconds, on any clock. */
  function note(next: string, time: number): void {
    if (next === value) return;
    const edit = findEdit(value, next);
    value = next;
    undone = [];
    const last = done.at(-1);
    const joined = last && time - last.time < pause ? joinEdits(last, edit) : null;
    if (joined) done[done.length - 1] = { ...joined, time };
    else done = [...done, { ...edit, time }].slice(-mostSteps);
  }

  /** Others have made these changes, one after the other. */
  function pass(changes: readonly FieldChange[]): void {
    for (const change of changes) {
      value = value.slice(0, change.from) + change.text + value.slice(change.to);
      done = move(done, change, ({ removed, inserted }) => ({ now: inserted, before: removed }));
      undone = move(undone, change, ({ removed, inserted }) => ({ now: removed, before: inserted }));
    }
    // What is typed next is a step of its own.
    const last = done.at(-1);
    if (changes.length > 0 && last) done[done.length - 1] = { ...last, time: Number.NEGATIVE_INFINITY };
  }

  /** What to put into the field, or null where there is nothing to take back. */
  function undo(): FieldChange | null {
    const step = done.pop();
    if (!step) return null;
    undone.push(step);
    return put(step.at, step.inserted, step.removed);
  }

  /** What to put into the field, or null where nothing was taken back. */
  function redo(): FieldChange | null {
    const step = undone.pop();
    if (!step) return null;
    done.push({ ...step, time: Number.NEGATIVE_INFINITY });
    return put(step.at, step.removed, step.inserted);
  }

  function put(from: number, before: string, text: string): FieldChange {
    const to = from + before.length;
    value = value.slice(0, from) + text + value.slice(to);
    return { from, to, text };
  }

  return { note, pass, undo, redo };
}

function findEdit(before: string, after: string): FieldEdit {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return {
    at: head,
    removed: before.slice(head, before.length - tail),
    inserted: after.slice(head, after.length - tail),
  };
}

/** Two edits as one, where the second goes on with typing or deleting in the line of the first; else null. */
function joinEdits(one: FieldEdit, next: FieldEdit): FieldEdit | null {
  if (/\n/.test(one.inserted + one.removed + next.inserted + next.removed)) return null;
  if (next.removed === "" && next.at === one.at + one.inserted.length)
    return { ...one, inserted: one.inserted + next.inserted };
  if (next.inserted !== "" || one.inserted !== "") return null;
  if (next.at + next.removed.length === one.at) return { ...next, removed: next.removed + one.removed };
  return next.at === one.at ? { ...one, removed: one.removed + next.removed } : null;
}

/**
 * The steps, of which the last one is made next, after a change of others. `now` is what a step takes out of the text, and
 * `before` what it puts there.
 */
function move(
  steps: readonly Step[],
  { from, to, text }: FieldChange,
  read: (step: Step) => { now: string; before: string },
): Step[] {
  const moved = [...steps];
  const by = text.length - (to - from);
  let shift = 0;
  for (let index = moved.length - 1; index >= 0; index -= 1) {
    const step = moved[index] as Step;
    const { now, before } = read(step);
    if (to + shift <= step.at) moved[index] = { ...step, at: step.at + by };
    else if (from + shift >= step.at + now.length) shift += before.length - now.length;
    else return moved.slice(index + 1);
  }
  return moved;
}
