import { Link } from "react-router";
import { countThings } from "#app/staff-kit/count.ts";
import type { Plan } from "./flow/plan.ts";
import type { Progress } from "./flow/run-import.ts";
import { pagesPath } from "./pages/pages-path.ts";

interface OutcomesProps {
  plan: Plan;
  progress: Progress;
}

/** What became of all that is in the file: the numbers add up. */
export function Outcomes({ plan, progress }: OutcomesProps) {
  const { added, updated, known, changed, edited, pages, refused, missing } = progress;
  const unreadable = plan.unreadable.length;
  const total = plan.posts.length + plan.pages.length + unreadable;
  const done = added + updated + known + changed + edited + pages + refused.length + unreadable;
  const rows = [
    [added, "article was added", "articles were added"],
    [updated, "article was updated", "articles were updated"],
    [known, "was here already", "were here already"],
    [changed, "is here, other in the file, and was left alone", "are here, other in the file, and were left alone"],
    [edited, "is here, was changed here, and was left alone", "are here, were changed here, and were left alone"],
    [pages, "page was kept apart", "pages were kept apart"],
    [refused.length, "was refused", "were refused"],
    [unreadable, "could not be read", "could not be read"],
    [total - done, "was not sent", "were not sent"],
  ] as const;
  return (
    <>
      <p>
        {countThings(total, "item is in the file", "items are in the file")}:
        {missing.length > 0 &&
          ` ${countThings(missing.length, "picture did not come", "pictures did not come")} besides.`}
      </p>
      <ul className="import-outcomes: grid gap-4px">
        {rows
          .filter(([count]) => count > 0)
          .map(([count, one, many]) => (
            <li key={one}>{`${countThings(count, one, many)}.`}</li>
          ))}
      </ul>
      {pages > 0 && (
        <p>
          Pages are no articles. They are kept under <Link to={pagesPath}>pages of former sites</Link>.
        </p>
      )}
    </>
  );
}
