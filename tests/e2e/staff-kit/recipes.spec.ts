/** The samples of recipes, for developers. */
import { globSync, readFileSync } from "node:fs";
import { expect, expectAccessible, expectNothingWider, lookIn, signIn, test } from "../fixtures.ts";

test(
  "every recipe that the staff area may use has a sample, with the styles of its file",
  { tag: "@ci" },
  async ({ page }) => {
    await signIn(page.request, "super");
    await page.goto("/staff-kit/recipes");
    const files = globSync("app/{staff,staff-kit,styles,ui,writing-kit}/**/{recipes,*-recipes}.ts");
    const count = files.flatMap((path) => readFileSync(path, "utf8").match(/^ {2}"?[\w-]+"?:/gm) ?? []).length;
    expect(count).toBeGreaterThan(100);
    // What every page loads need not be imported.
    const shared = ["app/styles/recipes.ts", "app/ui/recipes.ts"];
    const imports = readFileSync("app/staff/gallery/recipe-files.ts", "utf8").match(/(?<=^import "#)[^"]+/gm) ?? [];
    expect([...imports, ...shared].toSorted()).toEqual(files.toSorted());
    await expect(page.locator("main dt > code")).toHaveCount(count);
    const sample = page.locator("main dt", { hasText: /^kit-btn-primary/ }).locator(".kit-btn-primary");
    await expect(sample).toHaveCSS("background-color", "rgb(2, 29, 36)");
    await expect(page.locator("main .chart").last()).toHaveCSS("padding-left", "20px");
    for (const look of [
      { scheme: "light", width: 1440 },
      { scheme: "dark", width: 390 },
    ] as const) {
      await lookIn(page, look);
      await expectAccessible(page);
      await expectNothingWider(page, `recipes at ${look.width} px`);
    }
  },
);
