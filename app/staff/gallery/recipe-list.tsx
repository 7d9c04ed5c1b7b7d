import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requireSignedIn } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/recipe-list.ts";
import { recipeFiles } from "./recipe-files.ts";
import { requireLocal } from "./require-local.ts";
import "../recipes.ts";
import "./recipes.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Every recipe as a sample, for developers: on this machine only. */
export function loader(args: Route.LoaderArgs) {
  return requireLocal(args);
}

export function meta() {
  return buildPageMeta({ name: "Recipes" });
}

export default function RecipeList() {
  return (
    <>
      <PageHead title="Recipes">
        Classes that stand in more than one place, by their file. A sample is one element with the class.
      </PageHead>
      {recipeFiles.map(({ path, recipes }) => (
        <section key={path} className="gallery staff-wide" aria-labelledby={path}>
          <h2 id={path}>{path}</h2>
          <dl className="recipe-list: grid gap-[8px_24px] md:grid-cols-[280px_minmax(0,_1fr)]">
            {recipes.map(([name, utilities]) => (
              <Recipe key={name} name={name} utilities={utilities} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Recipe({ name, utilities }: { name: string; utilities: string }) {
  return (
    <>
      <dt className="recipe-name: font-mono text-13">
        <code>{name}</code>
        {/* What is placed on the page stays within the sample. */}
        <div
          className="recipe-sample: relative grid min-h-44px max-h-160px mt-4px overflow-hidden border-1px-dashed-line [contain:layout_paint] [transform:translate(0)]"
          aria-hidden="true"
          inert
        >
          <div className={name}>Sample</div>
        </div>
      </dt>
      <dd className="recipe-text: font-mono text-ink-2 text-13 wrap-anywhere">
        <code>{utilities}</code>
      </dd>
    </>
  );
}
