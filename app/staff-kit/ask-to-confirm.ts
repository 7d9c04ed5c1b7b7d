// Bundle: staff
/** A question to who is signed in, for `ConfirmIdentity` to show; null while nothing asks. */
interface Question {
  answer: (isConfirmed: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

/** Asks to confirm who is signed in. True once they did, false when they closed the question. Two at once are one. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => {
    const former = question;
    change({
      answer: (isConfirmed) => {
        former?.answer(isConfirmed);
        resolve(isConfirmed);
      },
    });
  });
}

/** Answers what is asked, if anything is. */
export function answerQuestion(isConfirmed: boolean): void {
  const answered = question;
  change(null);
  answered?.answer(isConfirmed);
}

export function readQuestion(): Question | null {
  return question;
}

export function readNoQuestion(): null {
  return null;
}

export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}
