// oxlint-disable-next-line no-restricted-imports -- the one place where the Worker learns which funnels the page always has
import { exampleFunnels, exampleKeys } from "#app/content/example-funnels.ts";
import type { FixedFunnel } from "#worker/lib/scope.ts";

/** The funnels that nobody has to make: they follow the site's pages. */
export const fixedFunnels: readonly FixedFunnel[] = exampleKeys.map((id) => {
  const { name, steps } = exampleFunnels[id];
  return { id, name, steps };
});
