import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { readZonedTime } from "#app/shared/zoned-time.ts";
import { Tabs } from "#app/staff-kit/tabs.tsx";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { CheckList } from "../checks/check-list.tsx";
import type { Place, PlaceField } from "#app/shared/article-checks/finding.ts";
import { type Checks, type KnownSite, useChecks } from "../checks/use-checks.ts";
import { useCoverPictures } from "../cover/use-cover-pictures.ts";
import type { PickedPicture } from "../media/picture-picker.tsx";
import type { Saver } from "../saving/saver.ts";
import { ArtTab } from "./art-tab.tsx";
import {
  type ClockTime,
  type DraftChange,
  type Faults,
  type KnownNames,
  nameControl,
  type Named,
  type NameKind,
  type Times,
} from "./panel-parts.ts";
import { PostTab } from "./post-tab.tsx";
import { SearchTab } from "./search-tab.tsx";
import "./panel.css";

export interface ArticlePanelHandle {
  /** Leads to a place, in the panel or not. */
  lead: (place: Place) => void;
}

export interface ArticlePanelProps {
  /** Has the text as it is now: the checks follow it, and nothing else of the panel shows it. */
  saver: Pick<Saver, "subscribe" | "read">;
  /** All but the text. */
  draft: PostDraft;
  /** Changes some of the draft. Hand in the same function at each render. */
  onChange: DraftChange;
  known: KnownNames;
  /** Makes an author, a category or a tag; rejects when it could not. */
  create: (kind: NameKind, name: string) => Promise<Named>;
  times: Times;
  onTimes: (patch: Partial<Times>) => void;
  /** With another one the fields of times show `times` again. */
  timesKey: string;
  /** True where readers have seen it already: it keeps its date. */
  hasAppeared: boolean;
  faults: Faults;
  /** The last part of the address that readers know; null before the first publication. */
  liveSlug: string | null;
  /** What the checks know of the site. Hand in the same object at each render. */
  site: KnownSite;
  /** Opens the media library; null when nothing was chosen. */
  pickPicture: () => Promise<PickedPicture | null>;
  /** Leads to what is not in the panel: the title, or a line of the text. */
  goTo: (place: Place) => void;
  /** Hears what the checks found: an error keeps the article from being published. */
  onChecks?: (checks: Checks) => void;
  ref?: Ref<ArticlePanelHandle>;
  /** Shown below the times: the preview and its link for outsiders. */
  preview?: ReactNode;
}

type Tab = "post" | "art" | "search";

/** In which tab a field stands. */
const tabOf: Record<Exclude<PlaceField, "title">, Tab> = {
  slug: "post",
  dek: "post",
  category: "post",
  authors: "post",
  publishAt: "post",
  unpublishAt: "post",
  cover: "art",
  coverAlt: "art",
  seoTitle: "search",
  seoDescription: "search",
  canonicalUrl: "search",
  noindex: "search",
};

/** Everything of an article but its text, and what is to be put right before it is published. */
export function ArticlePanel({ saver, draft, onChange, times, site, goTo, onChecks, ref, ...rest }: ArticlePanelProps) {
  const [tab, setTab] = useState<Tab>("post");
  const cover = useCoverPictures(draft, {
    readStored: () => saver.read().newest.draft,
    onPictures: (pictures) => onChange({ pictures }),
    isRefused: rest.faults["pictures"] !== undefined,
  });
  const checks = useChecks(site, saver, {
    titleContrast: cover.titleContrast,
    times: { publishAt: toInstant(times.publishAt), unpublishAt: toInstant(times.unpublishAt) },
  });
  const hear = useRef(onChecks);
  useEffect(() => {
    hear.current = onChecks;
  });
  useEffect(() => {
    if (checks) hear.current?.(checks);
  }, [checks]);

  function lead(place: Place) {
    if ("line" in place || place.field === "title") return goTo(place);
    const { field } = place;
    // Its tab must be there before it can have the focus.
    flushSync(() => setTab(tabOf[field as keyof typeof tabOf]));
    focusField(field);
  }

  useImperativeHandle(ref, () => ({ lead }));

  const { known, create, onTimes, timesKey, liveSlug, hasAppeared, faults, pickPicture, preview } = rest;
  const { takenSlugs, origin } = site;
  return (
    <aside className="article-panel-body" aria-label="Article settings">
      <Tabs
        label="Article settings"
        chosen={tab}
        onChoose={(id) => setTab(id as Tab)}
        tabs={[
          {
            id: "post",
            name: "Post",
            content: (
              <PostTab
                {...{ draft, onChange, known, create, times, onTimes, timesKey, hasAppeared, faults }}
                {...{ liveSlug, takenSlugs, origin, preview }}
              />
            ),
          },
          {
            id: "art",
            name: "Art",
            content: <ArtTab {...{ draft, onChange, pickPicture }} state={cover.state} retry={cover.retry} />,
          },
          { id: "search", name: "Search", content: <SearchTab {...{ draft, onChange, origin, faults }} /> },
        ]}
      />
      <CheckList checks={checks} goTo={lead} />
    </aside>
  );
}

/** Some fields are several controls: the first of them takes the focus. */
function focusField(field: string): void {
  const control = document.getElementById(nameControl(field));
  const inner = control?.matches("input, textarea, [tabindex]")
    ? control
    : control?.querySelector<HTMLElement>("[tabindex]");
  inner?.scrollIntoView({ block: "center" });
  inner?.focus({ preventScroll: true });
}

function toInstant(time: ClockTime | null): number | null {
  return time && (readZonedTime(time.local, time.zone)?.at ?? null);
}
