import { nameButton } from "#app/staff-kit/button.tsx";
import { Pager } from "#app/ui/pager.tsx";

/** Leads to the pages beside this one, where there are any. */
export function TablePager({ page, previous, next }: { page: number; previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null;
  const links = { linkClassName: nameButton({ isSmall: true }), previousName: "Previous", nextName: "Next" };
  return (
    <Pager
      label="Pages"
      className="search-pages: flex gap-12px items-center mt-12px"
      previous={previous}
      next={next}
      {...links}
    >
      <span>Page {page}</span>
    </Pager>
  );
}
