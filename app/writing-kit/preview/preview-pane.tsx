import { useEffect, useRef, useState } from "react";
import { forceCondition, type Theme } from "#shared/pages/theme.ts";
import { Segments } from "#app/staff-kit/segments.tsx";
import { LoadingState } from "#app/staff-kit/states.tsx";
import type { SignedPreview } from "./preview-link.tsx";

interface PreviewPaneProps {
  preview: SignedPreview;
  /** Of the revision that was saved last: another one loads the page again. */
  version: number;
  /** What is shown, such as "job"; and what its page has only when it is there, as a selector. */
  noun?: string;
  mark?: string;
}

const widths = [
  { value: "390", name: "Phone" },
  { value: "768", name: "Tablet" },
  { value: "1440", name: "Desk" },
];

/** The article as readers will see it, in the preview page itself: at three widths, light and dark, scaled to fit. */
export function PreviewPane({ preview, version, noun = "article", mark = "article" }: PreviewPaneProps) {
  const [width, setWidth] = useState("1440");
  const [theme, setTheme] = useState<Theme>("light");
  const [isLoaded, setLoaded] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scroll = useRef(0);

  useEffect(() => {
    const [outer, inner] = [room.current, frame.current];
    if (!outer || !inner) return undefined;
    const fit = () => {
      const scale = Math.min(1, outer.clientWidth / Number(width));
      inner.style.setProperty("width", `${width}px`);
      inner.style.setProperty("height", `${outer.clientHeight / scale}px`);
      inner.style.setProperty("transform", `scale(${scale})`);
      // Narrower than the pane, it stands in the middle.
      inner.style.setProperty("left", `${(outer.clientWidth - Number(width) * scale) / 2}px`);
    };
    const watch = new ResizeObserver(fit);
    watch.observe(outer);
    fit();
    return () => watch.disconnect();
  }, [width]);

  useEffect(() => {
    if (frame.current?.contentDocument) showTheme(frame.current.contentDocument, theme);
  }, [theme]);

  /** Where the reader was in the text stays in sight when a newer revision loads. */
  function onLoad() {
    const page = frame.current?.contentDocument;
    // A frame that was refused has no document of this site.
    setMissing(!page?.querySelector(mark));
    setLoaded(true);
    if (!page) return;
    showTheme(page, theme);
    page.defaultView?.scrollTo(0, scroll.current);
    page.addEventListener("scroll", () => {
      scroll.current = page.defaultView?.scrollY ?? 0;
    });
    // It is for looking at: a link would lead the frame away.
    page.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest("a[href]");
      if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
    });
  }

  return (
    <section className="preview-pane: grid grid-rows-[auto_minmax(0,_1fr)] min-w-0 min-h-0 h-full" aria-label="Preview">
      <div className="preview-bar: flex flex-wrap gap-8px items-center p-[8px_page] border-b-1px-line">
        <Segments label="Width" name="preview-width" value={width} onChange={setWidth} options={widths} />
        <Segments
          label="Theme"
          name="preview-theme"
          value={theme}
          onChange={(value) => setTheme(value as Theme)}
          options={[
            { value: "light", name: "Light" },
            { value: "dark", name: "Dark" },
          ]}
        />
        <p className="kit-hint" role="status">
          {isMissing
            ? `The preview could not be loaded. Save the ${noun}, or reload the page.`
            : `${width} pixels wide.`}
        </p>
      </div>
      <div
        ref={room}
        className="preview-room: relative min-h-420px overflow-hidden bg-surface-2 [&>iframe]:absolute [&>iframe]:top-0 [&>iframe]:max-w-none [&>iframe]:bg-bg [&>iframe]:border-0 [&>iframe]:[transform-origin:0_0] [&:has(iframe:focus-visible)]:focus-ring [&:has(iframe:focus-visible)]:outline-offset-[-3px]"
      >
        {!isLoaded && <LoadingState>Loading the preview</LoadingState>}
        <iframe
          ref={frame}
          // The version is no parameter of the page: the frame is another one.
          key={version}
          title={`The ${noun} as readers will see it`}
          src={preview.path}
          sandbox="allow-same-origin"
          onLoad={onLoad}
        />
      </div>
    </section>
  );
}

/** Shows a theme in the frame alone; what visitors remember of theirs stays as it is. */
function showTheme(page: Document, theme: Theme): void {
  page.documentElement.dataset.theme = theme;
  for (const source of page.querySelectorAll<HTMLSourceElement>("source[media]"))
    source.media = source.media.replace(/\((prefers-c[^()]*|m..-width:0)\)/, forceCondition(theme));
}
