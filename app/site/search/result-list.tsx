import { Link } from "react-router";
import { searchKinds, type ShownPassage, type ShownResult } from "#shared/search/site-search.ts";
import { Marked } from "./marked.tsx";

interface ResultListProps {
  results: readonly ShownResult[];
  /** Number of the first one. */
  first: number;
  /** They are of several kinds, so each says its own. */
  isMixed: boolean;
  /** Of their headings. */
  level?: "h2" | "h3";
}

/** What was found, the best first: each with the passage that fits best, and the headings of others. */
export function ResultList({ results, first, isMixed, level = "h2" }: ResultListProps) {
  return (
    <ol
      className="search-results: max-w-46rem mt-12px [&>li]:py-28px [&>li]:border-t-1px-line"
      start={first}
      data-event="search-result"
    >
      {results.map((result) => (
        <li key={result.path}>
          <Result result={result} isMixed={isMixed} level={level} />
        </li>
      ))}
    </ol>
  );
}

function Result({
  result: { kind, path, title, summary, passages },
  isMixed,
  level: Heading,
}: {
  result: ShownResult;
  isMixed: boolean;
  level: "h2" | "h3";
}) {
  const [best, ...others] = passages;
  const kindName = searchKinds.find((one) => one.kind === kind)?.name;
  return (
    <article>
      <Heading>
        <Link to={path} prefetch="intent" viewTransition>
          <Marked {...title} />
        </Link>
      </Heading>
      {isMixed && kindName && <p className="search-kind: mt-4px text-ink-3 text-15">{kindName}</p>}
      <p className="search-passage">{best ? <Marked {...best} /> : summary}</p>
      <Headings passages={[...(best ? [best] : []), ...others]} />
    </article>
  );
}

/** Links to the headings under which the words stand. */
function Headings({ passages }: { passages: readonly ShownPassage[] }) {
  const named = passages.filter(({ trail }, index) => {
    const places = passages.map((passage) => passage.trail.join());
    return trail.length > 0 && places.indexOf(trail.join()) === index;
  });
  if (named.length === 0) return null;
  return (
    <ul className="search-trails: [&_a:hover]:text-accent-text flex flex-wrap gap-[0_24px] mt-8px text-15 [&_a]:inline-block [&_a]:py-8px [&_a]:font-500 [&_a]:underline [&_a]:decoration-line-strong [&_a]:underline-offset-4px">
      {named.map(({ to, trail }) => (
        <li key={to + trail.join()}>
          <Link to={to}>
            <bdi>{trail.join(" › ")}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
