/** The gallery of the staff kit, where each part is in each state. */
import type { Page } from "playwright/test";
import { expect, openHydrated, signIn } from "../fixtures.ts";

export const gallery = "/staff-kit";

/** Opens the gallery once the parts that React Aria drives are there. */
export async function openGallery(page: Page, path = gallery): Promise<void> {
  await signIn(page.request, "super");
  await openHydrated(page, path);
  await expect(page.locator(".kit-datepicker")).toHaveCount(2);
  await expect(page.locator(".kit-combobox")).toHaveCount(5);
}
