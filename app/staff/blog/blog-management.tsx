import { emptyArt } from "#app/staff/art.ts";
import { requirePage } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Empty } from "#app/ui/empty.tsx";
import type { Route } from "./+types/blog-management.ts";

export function loader({ context }: Route.LoaderArgs) {
  requirePage(context, "/blog-management");
  return null;
}

export const meta = () => buildPageMeta("/blog-management");

export default function BlogManagement() {
  return (
    <>
      <PageHead title="Blog management" />
      <Empty title="No articles yet" art={emptyArt["/blog-management"]}>
        Articles for Insights will be written, scheduled and published here. Publishing is not part of the site yet.
      </Empty>
    </>
  );
}
