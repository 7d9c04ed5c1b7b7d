import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { readZonedTime } from "#shared/dates/zoned-time.ts";
import { Tabs } from "#app/staff-kit/tabs.tsx";
import { CheckList } from "../checks/check-list.tsx";
import type { Place, PlaceField } from "#shared/insights/article-checks/finding.ts";
import { type Checks, useChecks } from "../checks/use-checks.ts";
import { useCoverPictures } from "../cover/use-cover-pictures.ts";
import type { PickedPicture } from "#app/staff/media/picture-picker.tsx";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import { ArtTab } from "./art-tab.tsx";
import { type ClockTime, nameControl, type InsightFields } from "./panel-parts.ts";
import { InsightTab } from "./insight-tab.tsx";
import { SearchTab } from "./search-tab.tsx";
import { SlugField } from "./slug-field.tsx";
import { useAddress } from "./use-address.ts";
import "#app/writing-kit/recipes.ts";
import "#app/writing-kit/panel.css";

export interface ArticlePanelHandle {
  /** Leads to a place, in the panel or not. */
  lead: (place: Place) => void;
}

interface ArticlePanelProps extends InsightFields {
  id: string;
  /** Has the text as it is now: the checks follow it, and nothing else of the panel shows it. */
  saver: Pick<Saver, "subscribe" | "read">;
  /** The last part of the address that readers know; null before the first publication. */
  liveSlug: string | null;
  /** Address of the site, such as "https://example.com". */
  origin: string;
  /** Opens the media library; null when nothing was chosen. */
  pickPicture: () => Promise<PickedPicture | null>;
  /** Leads to what is not in the panel: the title, or a line of the text. */
  goTo: (place: Place) => void;
  /** Hears what the checks found: an error keeps the article from being published. */
  onChecks: (checks: Checks) => void;
  ref: Ref<ArticlePanelHandle>;
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
export function ArticlePanel(props: ArticlePanelProps) {
  const { id, saver, draft, onChange, times, liveSlug, faults, origin, pickPicture, goTo, onChecks, ref } = props;
  const [tab, setTab] = useState<Tab>("post");
  const cover = useCoverPictures(draft, {
    readStored: () => saver.read().newest.draft,
    onPictures: (pictures) => onChange({ pictures }),
    isRefused: faults["pictures"] !== undefined,
  });
  const address = useAddress({ id, draft, liveSlug, fault: faults["slug"], onChange });
  const checks = useChecks(
    {
      id,
      origin,
      takenSlug: address.instead === null ? null : draft.slug,
      isSlugAsked: address.phase === "asking",
      titleContrast: cover.titleContrast,
      times: { publishAt: toInstant(times.publishAt), unpublishAt: toInstant(times.unpublishAt) },
    },
    saver,
  );
  const hear = useRef(onChecks);
  useEffect(() => {
    hear.current = onChecks;
  });
  useEffect(() => {
    if (checks) hear.current(checks);
  }, [checks]);

  function lead(place: Place) {
    if ("line" in place || place.field === "title") return goTo(place);
    const { field } = place;
    // Its tab must be there before it can have the focus.
    flushSync(() => setTab(tabOf[field as keyof typeof tabOf]));
    focusField(field);
  }

  useImperativeHandle(ref, () => ({ lead }));

  return (
    <aside className="article-panel-body" aria-label="Article settings">
      <Tabs
        label="Settings"
        chosen={tab}
        onChoose={(next) => setTab(next as Tab)}
        tabs={[
          {
            id: "post",
            name: "Post",
            content: <InsightTab {...props} address={<SlugField {...{ address, origin }} />} />,
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
