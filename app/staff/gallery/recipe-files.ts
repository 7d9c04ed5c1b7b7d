import "#app/staff-kit/list/list-filters-recipes.ts";
import "#app/staff-kit/list/recipes.ts";
import "#app/staff-kit/recipes.ts";
import "#app/staff/accounts/own/recipes.ts";
import "#app/staff/accounts/recipes.ts";
import "#app/staff/analytics/consent/proofs/recipes.ts";
import "#app/staff/analytics/consent/recipes.ts";
import "#app/staff/analytics/recipes.ts";
import "#app/staff/enquiries/recipes.ts";
import "#app/staff/gallery/recipes.ts";
import "#app/staff/hiring/applications/recipes.ts";
import "#app/staff/hiring/figures/recipes.ts";
import "#app/staff/hiring/mails/recipes.ts";
import "#app/staff/hiring/openings/opening/recipes.ts";
import "#app/staff/hubs/recipes.ts";
import "#app/staff/imports/recipes.ts";
import "#app/staff/insights/calendar/recipes.ts";
import "#app/staff/insights/recipes.ts";
import "#app/staff/insights/taxonomy/recipes.ts";
import "#app/staff/media/recipes.ts";
import "#app/staff/operations/recipes.ts";
import "#app/staff/privacy/recipes.ts";
import "#app/staff/recipes.ts";
import "#app/staff/search/recipes.ts";
import "#app/ui/field-recipes.ts";
import "#app/writing-kit/editor/recipes.ts";
import "#app/writing-kit/merge/recipes.ts";
import "#app/writing-kit/recipes.ts";
const files = import.meta.glob<Record<string, string>>(
  "/app/{staff,staff-kit,styles,ui,writing-kit}/**/{recipes,*-recipes}.ts",
  {
    eager: true,
    import: "recipes",
  },
);

export interface RecipeFile {
  /** From the root of the checkout. */
  path: string;
  /** Utilities by the name of the class. */
  recipes: [name: string, utilities: string][];
}

/** All recipes that pages of the staff area may use, by the file that has them. Their styles come with this module. */
export const recipeFiles: RecipeFile[] = Object.entries(files)
  .map(([path, recipes]) => ({ path: path.slice(1), recipes: Object.entries(recipes) }))
  .toSorted((a, b) => (a.path < b.path ? -1 : 1));
