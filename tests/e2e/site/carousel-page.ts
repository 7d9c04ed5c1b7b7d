/** The carousels of the home page. */
import { expect, type Locator, type Page } from "playwright/test";

function findCarousel(page: Page, name: string) {
  const region = page.getByRole("region", { name });
  return {
    region,
    list: region.locator(".carousel-viewport"),
    next: region.getByRole("button", { name: /^Next/ }),
    previous: region.getByRole("button", { name: /^Previous/ }),
  };
}

export const findEdge = (page: Page) => findCarousel(page, "The E5 Edge");
export const findVoices = (page: Page) => findCarousel(page, "Real Results. Real Impact. Real Voices.");

/** Brings `list` near, which lets embla take it over, and waits for that. */
export async function comeNear(list: Locator): Promise<void> {
  await list.scrollIntoViewIfNeeded();
  await expect(list).toHaveAttribute("data-live", "");
}

/** Headings or names of the slides that lie inside the list, left to right. */
export function readVisible(list: Locator, selector: string): Promise<string[]> {
  return list.evaluate((element, inner) => {
    const frame = element.getBoundingClientRect();
    return [...element.querySelectorAll(inner)]
      .map((node) => ({ box: node.getBoundingClientRect(), text: node.textContent ?? "" }))
      .filter(({ box }) => box.left >= frame.left - 2 && box.right <= frame.right + 2)
      .toSorted((a, b) => a.box.left - b.box.left)
      .map(({ text }) => text);
  }, selector);
}
