import type { Page } from "playwright/test";

/** Something that moved though nobody moved it, as Chromium counts it. */
interface Shift {
  value: number;
  /** Classes of what moved. */
  moved: string;
}

/** Notes what moves on pages that open from now on. Returns a function that reads it. */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({ value, moved: sources.map(({ node }) => (node as Element | null)?.className).join() });
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "shifts") as Shift[]);
}
