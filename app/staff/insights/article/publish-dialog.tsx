import { type FormEvent, useState, useSyncExternalStore } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { Fault } from "#app/staff-kit/fault.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { LocalTime, toInstant, useWriteTime } from "#app/ui/local-time.tsx";
import type { Place } from "#shared/insights/article-checks/finding.ts";
import type { Checks } from "../checks/use-checks.ts";
import type { ClockTime } from "../panel/panel-parts.ts";
import type { Newest } from "#app/writing-kit/saving/answers.ts";
import type { SaverState } from "#app/writing-kit/saving/saver-state.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import type { ArticleView } from "./article.tsx";
import { FindingLinks } from "#app/writing-kit/finding-links.tsx";
import { askChange, offerUndo } from "#app/writing-kit/saving/ask-change.ts";
import { hasAppeared } from "./status-of.ts";
import type { ArticleTimes } from "./use-times.ts";
import "#app/writing-kit/recipes.ts";

export interface PublishDialogProps {
  view: ArticleView;
  saver: Saver;
  state: SaverState;
  times: ArticleTimes;
  /** What was found in the draft; null before the first answer. */
  checks: Checks | null;
  /** Leads to what was found. */
  lead: (place: Place) => void;
}

/** Publishes an article now or later: says what will happen, what prevents it, and until when it can be taken back. */
export function PublishDialog({ view, saver, state, times, checks, lead }: PublishDialogProps) {
  const [chosen, setChosen] = useState<"now" | "later" | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const { draft, newest } = state;
  const { publishAt: planned } = times.value;
  const isKnown = hasAppeared(newest);
  const when = chosen ?? (planned ? "later" : "now");
  const isLater = when === "later" && !isKnown;
  const obstacle = useObstacle(saver, checks);
  const isLive = newest.status === "published";

  function forget() {
    setFaults({});
    setChosen(null);
  }

  const writeTime = useWriteTime();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || obstacle !== undefined) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    setBusy(true);
    const outcome = await askChange(view.id, saver, { ...fields, intent: "publish", when: isLater ? "later" : "now" });
    setBusy(false);
    if ("faults" in outcome) return setFaults(outcome.faults);
    closeDialog(form);
    const { publishAt } = outcome.facts;
    if (publishAt === null || publishAt <= Date.now())
      return showToast({ text: isKnown ? "Readers see your changes now" : "Published" });
    offerUndo(`Scheduled for ${writeTime(publishAt)}`, { id: view.id, saver, change: { intent: "unschedule" } });
  }

  return (
    <>
      <DialogTrigger dialog="article-publish" kind="accent">
        {nameTrigger(newest, { isLater: !isLive && planned !== null })}
      </DialogTrigger>
      <Dialog
        id="article-publish"
        title={isKnown ? "Publish your changes" : "Publish this article"}
        onClose={forget}
        summary={describe(draft.slug, { newest, isKnown, isLater })}
        confirm={
          <Button kind="accent" type="submit" form="article-publish-form" isBusy={isBusy} unavailable={obstacle}>
            {isLater ? "Schedule" : "Publish now"}
          </Button>
        }
      >
        <form
          id="article-publish-form"
          className="article-publish"
          method="dialog"
          onSubmit={(event) => void submit(event)}
        >
          {Object.entries(faults)
            .filter(([field]) => field !== "publish" && field !== "unpublish")
            .map(([field, message]) => (
              <Fault key={field}>{message}</Fault>
            ))}
          <FindingLinks
            findings={checks?.findings ?? []}
            lead={(place, link) => {
              closeDialog(link);
              lead(place);
            }}
          />
          {!isKnown && (
            <Segments
              label="When"
              name="when"
              value={when}
              onChange={(value) => setChosen(value === "later" ? "later" : "now")}
              options={[
                { value: "now", name: "Now" },
                { value: "later", name: "At a time" },
              ]}
            />
          )}
          <TimeFields {...{ times, isLater, faults }} />
          {isKnown && newest.publishAt !== null && (
            <p className="kit-hint">
              First published <LocalTime at={toInstant(newest.publishAt, view.locale)} />; that date stays.
            </p>
          )}
        </form>
      </Dialog>
    </>
  );
}

/** What keeps the draft as it is from being published; undefined for nothing. */
function useObstacle(saver: Saver, checks: Checks | null): string | undefined {
  const isChecking = useSyncExternalStore(
    saver.subscribe,
    () => checks?.of !== saver.read().draft || checks.addresses === "asking",
    () => true,
  );
  if (checks?.findings.some(({ level }) => level === "error"))
    return "What is listed above keeps it from being published.";
  return isChecking ? "The article is being checked." : undefined;
}

interface TimeFieldsProps {
  times: ArticleTimes;
  isLater: boolean;
  faults: Record<string, string>;
}

function TimeFields({ times, isLater, faults }: TimeFieldsProps) {
  const { publishAt, unpublishAt } = times.value;
  return (
    <>
      {isLater && (
        <DateTimeField
          key={`publish ${times.keys.dialog}`}
          label="Publish at"
          name="publish"
          error={faults["publish"]}
          {...(publishAt && { defaultValue: publishAt })}
          onChange={(time) => times.change("dialog", { publishAt: toTime(time) })}
        />
      )}
      <DateTimeField
        key={`unpublish ${times.keys.dialog}`}
        label="Take off the site at"
        name="unpublish"
        isOptional
        error={faults["unpublish"] ?? faults["unpublishAt"]}
        {...(unpublishAt && { defaultValue: unpublishAt })}
        onChange={(time) => times.change("dialog", { unpublishAt: toTime(time) })}
      />
    </>
  );
}

function nameTrigger(newest: Newest, { isLater }: { isLater: boolean }): string {
  const { status, isShown } = newest;
  if (status !== "published") return isLater ? "Schedule" : "Publish";
  if (!hasAppeared(newest)) return isShown ? "Scheduled" : "Schedule changes";
  return isShown ? "Published" : "Publish changes";
}

function toTime(time: ClockTime): ClockTime | null {
  return time.local === "" ? null : time;
}

function describe(slug: string, { newest, isKnown, isLater }: { newest: Newest; isKnown: boolean; isLater: boolean }) {
  const moves = isKnown && newest.shownSlug !== slug;
  if (moves) return `It moves to /insights/${slug}; /insights/${newest.shownSlug} leads there from then on.`;
  if (isKnown) return `Readers of /insights/${slug} see your changes within seconds.`;
  if (isLater) return `Readers see it at /insights/${slug} from that time on. Until then you can take it back.`;
  return `Readers see it at /insights/${slug} within seconds.`;
}
