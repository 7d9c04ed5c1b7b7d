import { useCallback, useRef, useState } from "react";
import { data } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { brand } from "#app/content/brand.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import type { Place } from "#app/staff/blog/checks/finding.ts";
import { ArticlePanel } from "#app/staff/blog/panel/article-panel.tsx";
import type { DraftChange, Times } from "#app/staff/blog/panel/panel-parts.ts";
import { PreviewLink } from "#app/staff/blog/preview/preview-link.tsx";
import { PreviewPane } from "#app/staff/blog/preview/preview-pane.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/article-example.ts";
import { loadExample } from "./load-example.server.ts";
import "./article-example.css";

export const middleware = [requirePermission("posts.edit")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The panel of the writing page with a demo article, for developers: on this machine only. `?new`: with a first draft. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  if (!isLocalVisit(request, env)) throw data(null, { status: 404, statusText: "Not Found" });
  const locale = findLocale(request.headers.get("Accept-Language"));
  return loadExample(env, { isNew: url.searchParams.has("new"), locale });
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}
clientLoader.hydrate = true as const;

export function meta() {
  return [{ title: `Article panel | ${brand.name} staff` }, { name: "robots", content: "noindex" }];
}

export default function ArticleExample({ loaderData }: Route.ComponentProps) {
  const [draft, setDraft] = useState(loaderData.draft);
  const [times, setTimes] = useState<Times>({ publishAt: null, unpublishAt: null });
  const [isPreviewed, setPreviewed] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const onChange = useCallback<DraftChange>((patch) => setDraft((before) => ({ ...before, ...patch })), []);

  function goTo(place: Place) {
    if ("field" in place) return title.current?.focus();
    const start =
      draft.markdown
        .split("\n")
        .slice(0, place.line - 1)
        .join("\n").length + (place.line > 1 ? 1 : 0);
    text.current?.focus();
    text.current?.setSelectionRange(start, start);
  }

  const { known, site, preview, picture, liveSlug } = loaderData;
  return (
    <>
      <PageHead
        title="Article panel"
        actions={
          preview && (
            <Button icon="eye" onClick={() => setPreviewed(!isPreviewed)}>
              {isPreviewed ? "Write" : "Preview"}
            </Button>
          )
        }
      >
        Beside an example. Nothing is saved here but covers. This page exists on localhost alone.
      </PageHead>
      <div className="article-example staff-wide">
        {isPreviewed && preview ? (
          <PreviewPane preview={preview} version={1} />
        ) : (
          <div className="article-example-text">
            <KitField label="Title">
              {(ties) => (
                <input
                  {...ties}
                  ref={title}
                  className="kit-input"
                  value={draft.title}
                  onChange={({ target }) => onChange({ title: target.value })}
                />
              )}
            </KitField>
            <KitField label="Markdown">
              {(ties) => (
                <textarea
                  {...ties}
                  ref={text}
                  className="kit-input"
                  rows={24}
                  value={draft.markdown}
                  onChange={({ target }) => onChange({ markdown: target.value })}
                />
              )}
            </KitField>
          </div>
        )}
        <ArticlePanel
          draft={draft}
          onChange={onChange}
          known={known}
          create={async (kind, name) => ({ id: `new-${kind}-${name}`, name })}
          times={times}
          onTimes={(patch) => setTimes((before) => ({ ...before, ...patch }))}
          liveSlug={liveSlug}
          site={site}
          pickPicture={async () => picture}
          goTo={goTo}
          preview={preview && <PreviewLink preview={preview} origin={site.origin} />}
        />
      </div>
    </>
  );
}
