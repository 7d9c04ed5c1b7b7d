// Bundle: staff
/** What a toast says. */
export interface ToastWords {
  /** One sentence: what has happened. */
  text: string;
  /** `error` stays until it is closed. */
  tone?: "done" | "error";
  /** Takes back what has happened; offered as a button and as the key Z. */
  undo?: () => void;
}

export interface Toast extends ToastWords {
  id: number;
}

const none: readonly Toast[] = [];
const listeners = new Set<() => void>();
let toasts = none;
let count = 0;

/** Shows a toast, on this page and the ones after it. Older ones beyond three go. */
export function showToast(words: ToastWords): void {
  count += 1;
  change([...toasts, { ...words, id: count }].slice(-3));
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Undoes the change of the newest toast that offers it; false when there is none. */
export function undoNewest(): boolean {
  const toast = toasts.findLast(({ undo }) => undo);
  if (!toast) return false;
  closeToast(toast.id);
  toast.undo?.();
  return true;
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function readNoToasts(): readonly Toast[] {
  return none;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
