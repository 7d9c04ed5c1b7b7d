import { Button } from "#app/staff-kit/button.tsx";
import { usePaletteSource } from "#app/staff-kit/palette-sources.ts";
import { EmptyState, ErrorState, LoadingState } from "#app/staff-kit/states.tsx";
import "./recipes.ts";

/** What stands where there is nothing, nothing yet, or something wrong; and a source of the palette. */
export function StateExamples() {
  usePaletteSource(searchExamples);
  return (
    <section className="gallery" aria-labelledby="states">
      <h2 id="states">States</h2>
      <div className="gallery-fields">
        <EmptyState title="No drafts yet" action={<Button icon="plus">Write one</Button>}>
          What is being written will be listed here.
        </EmptyState>
        <ErrorState title="The list could not be read" action={<Button>Try again</Button>}>
          Nothing is lost. Please try again in a minute.
        </ErrorState>
        <LoadingState>Reading the figures</LoadingState>
      </div>
    </section>
  );
}

async function searchExamples(query: string) {
  const items = ["Wind portfolio", "Window cleaning"]
    .filter((name) => name.toLowerCase().includes(query.toLowerCase()))
    .map((name) => ({ to: `/staff-kit?found=${encodeURIComponent(name)}`, name, note: "Example" }));
  return [{ name: "Examples", items }];
}
