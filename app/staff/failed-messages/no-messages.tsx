import { EmptyState } from "#app/staff-kit/states.tsx";
import { emptyArt } from "#app/staff/art.ts";
import { ThemedArt } from "#app/ui/art.tsx";

/** Stands in the list while nothing has failed. */
export function NoMessages() {
  return (
    <EmptyState title="No failed messages" art={<ThemedArt art={emptyArt.orbit} width={104} height={104} />}>
      Everything the site had to do in the background was done. What fails at every try is kept here.
    </EmptyState>
  );
}
