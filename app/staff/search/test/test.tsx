import { useState } from "react";
import { Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import type { Route } from "./+types/test.ts";
import { page } from "../page.ts";
import { buildPartPath, parts } from "../parts.ts";
import { readPart } from "../read-part.ts";
import { SearchPage } from "../search-page.tsx";
import { Explanation } from "./explanation.tsx";
import { FusedList, RankList } from "./rank-lists.tsx";
import { TestForm } from "./test-form.tsx";
import { loadTest, type TestView } from "./test-view.ts";
import "#app/staff/analytics/recipes.ts";
import "../recipes.ts";
import "#app/staff/recipes.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => readPart(args, loadTest);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: parts.test.name });

export default function Test({ loaderData: { view, why } }: Route.ComponentProps) {
  return (
    <SearchPage
      part="test"
      done={null}
      answer={undefined}
      why={why}
      sentence="Same words, three rankings: by words, by meaning, and both together."
    >
      {view && (
        <>
          <TestForm q={view.q} version={view.version} versions={view.versions} />
          {view.found ? <Rankings q={view.q} found={view.found} /> : <Examples texts={view.examples} />}
        </>
      )}
    </SearchPage>
  );
}

function Examples({ texts }: { texts: readonly string[] }) {
  return (
    <section className="search-examples: [&_ul]:flex [&_ul]:flex-wrap [&_ul]:gap-8px [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-chip [&_a]:p-[0_12px] [&_a]:bg-surface-2 [&_a]:rounded-full">
      <h2>Try one</h2>
      {texts.length === 0 ? (
        <p className="panel-none">Type what a visitor would type.</p>
      ) : (
        <ul>
          {texts.map((text) => (
            <li key={text}>
              <Link to={buildPartPath("test", { q: text })}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Rankings({ q, found }: { q: string; found: NonNullable<TestView["found"]> }) {
  const [lit, setLit] = useState<string | null>(null);
  const { corrected, explanation, fused, left, lexical, vector } = found;
  const shared = { lit, light: setLit };
  return (
    <>
      <p className="search-facts" role="status">
        {found.total} found in {found.took} ms.{" "}
        {corrected.map(({ typed, meant }) => (
          <span key={typed}>
            “{typed}” was read as <b>{meant}</b>.{" "}
          </span>
        ))}
        {left.length > 0 && `Not sought, as rarer words say enough: ${left.join(", ")}. `}
        {found.failed && "The vectors did not answer: this is by words alone. "}
        <Link to={buildPartPath("words", { open: "synonyms", words: q })}>Add a synonym</Link>{" "}
        <Link to={buildPartPath("words", { open: "pin", words: q })}>Pin a page</Link>
      </p>
      <div className="staff-wide rankings: grid grid-cols-[1fr_1fr_1.5fr] border-t-1.5px-ink lt-md:grid-cols-[minmax(0,_1fr)]">
        <RankList
          title="Found by words"
          note="score: BM25"
          rows={lexical}
          none="No page has these words."
          {...shared}
        />
        <RankList
          title="Found by meaning"
          note={`score: ${found.vectorName}`}
          rows={vector}
          none="No vectors were asked."
          {...shared}
        />
        <FusedList note={found.fusion} rows={fused} {...shared} />
      </div>
      {explanation && <Explanation view={explanation} />}
    </>
  );
}
