import { lazy, Suspense, useState } from "react";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { LoadingState } from "#app/staff-kit/states.tsx";
import { requireSignedIn } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/editor-example.ts";
import { exampleArticle, exampleTools } from "./editor-tools.ts";
import { requireLocal } from "./require-local.ts";
import "../recipes.ts";
import "./recipes.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The article editor with made-up pictures and pages, for developers: on this machine only. */
export function loader(args: Route.LoaderArgs) {
  return requireLocal(args);
}

export function meta() {
  return buildPageMeta({ name: "Editor" });
}

/** It comes with the pages that have it, and never to the server. */
const ArticleEditor = import.meta.env.SSR
  ? null
  : lazy(() =>
      import("#app/writing-kit/editor/article-editor.tsx").then(({ ArticleEditor }) => ({ default: ArticleEditor })),
    );

export default function EditorExample() {
  const hasScript = useHydrated();
  const [markdown, setMarkdown] = useState(exampleArticle);
  const [text, setText] = useState("");
  const waiting = <LoadingState>Opening the editor</LoadingState>;
  return (
    <>
      <PageHead title="Article editor">
        Pictures and pages in it are made up, and nothing is stored. This page exists on localhost alone.
      </PageHead>
      <div className="staff-wide">
        <div // What is below an editor does not move when it opens.
          className="gallery-editor: min-h-100vh"
        >
          {hasScript && ArticleEditor ? (
            <Suspense fallback={waiting}>
              <ArticleEditor {...exampleTools} markdown={markdown} onChange={setMarkdown} />
            </Suspense>
          ) : (
            waiting
          )}
        </div>
        <section className="gallery" aria-labelledby="result">
          <h2 id="result">Its Markdown</h2>
          <pre className="gallery-source: m-0 p-12px text-13 whitespace-pre-wrap bg-surface" data-result>
            {markdown}
          </pre>
          <label className="kit-field">
            <span className="kit-label">Another article</span>
            <textarea className="kit-input" rows={4} value={text} onChange={({ target }) => setText(target.value)} />
          </label>
          <button type="button" className="kit-btn" onClick={() => setMarkdown(text)}>
            Open it
          </button>
        </section>
      </div>
    </>
  );
}
