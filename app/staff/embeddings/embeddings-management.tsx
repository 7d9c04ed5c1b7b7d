import { emptyArt } from "#app/staff/art.ts";
import { requirePage } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Empty } from "#app/ui/empty.tsx";
import type { Route } from "./+types/embeddings-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/embeddings-management");
  return null;
}

export const meta = () => buildPageMeta("/embeddings-management");

export default function EmbeddingsManagement() {
  return (
    <>
      <PageHead title="Embeddings management" />
      <Empty title="Nothing indexed yet" art={emptyArt["/embeddings-management"]}>
        What the site search has indexed, and when, will be shown here. Search is not part of the site yet.
      </Empty>
    </>
  );
}
