import type { PublicPage } from "./finish-page.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

/**
 * Finished public pages, in the memory of this isolate. A public page is a function of its address and its data alone,
 * so a page that was rendered once is answered again without being rendered. There is nothing to expire: other data is
 * another page, and a new version of the Worker starts with an empty memory.
 */
interface CachedPage extends PublicPage {
  /** The data as React Router writes it into the page, to compare with what was read now. */
  data: string;
}

/** Bytes of pages and of their data, of an isolate's 128 MB. */
const mostBytes = 16 * 1024 * 1024;

const pages = new Map<string, CachedPage>();
let size = 0;
onNewIsolate(() => {
  pages.clear();
  size = 0;
});

/** The cached page at `address`; the page that was asked for least recently is the first to go. */
export function readCachedPage(address: string): CachedPage | undefined {
  const page = pages.get(address);
  if (!page) return undefined;
  pages.delete(address);
  pages.set(address, page);
  return page;
}

export function cachePage(address: string, page: CachedPage): void {
  dropPage(address);
  pages.set(address, page);
  size += measure(page);
  for (const [oldest] of pages) {
    if (size <= mostBytes) break;
    dropPage(oldest);
  }
}

function dropPage(address: string): void {
  const page = pages.get(address);
  if (!page) return;
  pages.delete(address);
  size -= measure(page);
}

function measure({ bytes, data }: CachedPage): number {
  return bytes.length + 2 * data.length;
}
