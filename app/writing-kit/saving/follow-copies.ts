import type { Copy } from "./local-copies.ts";

type StoredCopy<Draft extends object> = Pick<Copy<Draft>, "draft" | "base" | "at">;

interface Sides<Draft extends object> {
  /** What the device should hold now; null for nothing. */
  read(): StoredCopy<Draft> | null;
  /** True once it holds that, false where it cannot, null where there is nothing to hold. */
  tell(isCopied: boolean | null): void;
}

/**
 * Keeps the device's copy in step: one write at a time, always of the newest text, and none too few. Writing starts with
 * the key, before anybody else is asked.
 */
export function followCopies<Draft extends object>(
  { keep }: { keep(copy: StoredCopy<Draft> | null): Promise<void> },
  { read, tell }: Sides<Draft>,
) {
  let writing: Promise<void> | null = null;
  let isBehind = false;
  let isEmpty = true;

  async function write(): Promise<void> {
    do {
      isBehind = false;
      const copy = read();
      if (copy === null && isEmpty) return tell(null);
      try {
        await keep(copy);
        isEmpty = copy === null;
        tell(copy === null ? null : true);
      } catch {
        tell(copy === null ? null : false);
      }
    } while (isBehind);
  }

  function follow(): void {
    isBehind = true;
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  return {
    follow,
    async finish(): Promise<void> {
      follow();
      await writing;
    },
  };
}
