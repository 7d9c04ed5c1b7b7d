import { useId, useMemo, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { TableHead } from "#app/staff-kit/table-head.tsx";
import { describeLosses, hasLosses, type Plan, type PlannedPost, standingNames } from "./flow/plan.ts";
import { isMoved } from "./flow/place-slug.ts";
import { SlugChoice } from "./slug-choice.tsx";
import "./recipes.ts";
import "#app/staff-kit/recipes.ts";

const perPage = 50;

const filters = [
  { value: "all", name: "All" },
  { value: "losses", name: "With losses" },
  { value: "moved", name: "Address taken" },
  { value: "pages", name: "Pages" },
  { value: "unreadable", name: "Cannot be read" },
];

interface ReportTableProps {
  plan: Plan;
  /** Gives a post another address; resolves to why it cannot have it, or null. */
  choose: (post: PlannedPost, slug: string) => Promise<string | null>;
}

/** Each post of a file with what becomes of it, fifty at a time. */
export function ReportTable({ plan, choose }: ReportTableProps) {
  const [filter, setFilter] = useState("all");
  const [at, setAt] = useState(0);
  const caption = useId();
  const posts = useMemo(() => listFiltered(plan, filter), [plan, filter]);
  const unreadable = ["all", "unreadable"].includes(filter) ? plan.unreadable : [];
  const pages = ["all", "pages"].includes(filter) ? plan.pages : [];
  const count = posts.length + unreadable.length + pages.length;
  const end = Math.min(at + perPage, count);
  // What cannot be read comes first: it wants to be seen.
  const broken = unreadable.slice(at, end);
  const before = unreadable.length + posts.length;
  const shownPages = pages.slice(Math.max(0, at - before), Math.max(0, end - before));
  const shown = posts.slice(Math.max(0, at - unreadable.length), Math.max(0, end - unreadable.length));

  function show(value: string) {
    setFilter(value);
    setAt(0);
  }

  return (
    <div className="import-report: grid grid-cols-[minmax(0,_1fr)] gap-16px">
      <Segments label="Show" name="shown" value={filter} options={filters} onChange={show} />
      {/* Can be scrolled, so it has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className="import-table" role="region" aria-label="Posts of the file" tabIndex={0}>
        <table className="kit-table" aria-describedby={caption}>
          <TableHead names={["Post", "What becomes of it", "Sorted by", "Pictures", "Losses"]} />
          <tbody>
            {broken.map(({ key, title, place, reason }) => (
              <tr key={`unreadable ${key} ${place}`}>
                <th scope="row">
                  {title || "Without a title"}
                  <span>{place}</span>
                </th>
                <td>Cannot be read</td>
                <td colSpan={3}>{reason}</td>
              </tr>
            ))}
            {shown.map((post) => (
              <Row key={post.key + post.place} post={post} choose={choose} />
            ))}
            {shownPages.map(({ key, title, place, path, status, losses, isKnown }) => (
              <tr key={`page ${key} ${place}`}>
                <th scope="row">
                  {title}
                  <span>{place}</span>
                </th>
                <td>
                  A page, {status}: {isKnown ? "here already" : "kept apart"}
                  {path !== "" && <span className="import-by">It was at {path}</span>}
                </td>
                <td colSpan={2}>Pages are no articles.</td>
                <td>{describeLosses({ losses, takenPaths: [] }) || "None"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="kit-row">
        <p id={caption} role="status">
          {count === 0 ? "There is none." : `${at + 1} to ${end} of ${count}`}
        </p>
        {count > perPage && (
          <>
            <Button
              isSmall
              unavailable={at === 0 ? "This is the first page." : undefined}
              onClick={() => setAt(at - perPage)}
            >
              Previous
            </Button>
            <Button
              isSmall
              unavailable={end === count ? "This is the last page." : undefined}
              onClick={() => setAt(at + perPage)}
            >
              Next
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function listFiltered({ posts }: Plan, filter: string): readonly PlannedPost[] {
  if (filter === "unreadable" || filter === "pages") return [];
  if (filter === "moved") return posts.filter(isMoved);
  return filter === "losses" ? posts.filter(hasLosses) : posts;
}

function Row({ post, choose }: Pick<ReportTableProps, "choose"> & { post: PlannedPost }) {
  const { title, place, standing, status, slug, category, tags, authors, pictures, oldPaths } = post;
  return (
    <tr>
      <th scope="row">
        {title || "Without a title"}
        <span>{place}</span>
      </th>
      <td>
        {standingNames[standing]}, {status}
        {isMoved(post) ? (
          <SlugChoice post={post} choose={choose} />
        ) : (
          <span className="import-by">/insights/{slug}</span>
        )}
        {oldPaths.length > 0 && <span className="import-by">From {oldPaths.join(", ")}</span>}
      </td>
      <td>
        {[category ?? "No category", ...tags].join(", ")}
        <span className="import-by">{authors.length > 0 ? authors.join(", ") : "No author"}</span>
      </td>
      <td>
        {pictures.inArchive}
        {pictures.elsewhere > 0 && <span className="import-by">{pictures.elsewhere} on the old site</span>}
      </td>
      <td>{describeLosses(post) || "None"}</td>
    </tr>
  );
}
