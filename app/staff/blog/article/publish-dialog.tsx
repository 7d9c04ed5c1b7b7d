import { type FormEvent, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog, DialogCancel, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import { writeZonedTime } from "#app/shared/zoned-time.ts";
import { checkArticle } from "../checks/check-article.ts";
import type { Newest } from "../saving/answers.ts";
import type { SaverState } from "../saving/saver-state.ts";
import type { Saver } from "../saving/saver.ts";
import type { ArticleView } from "./article.tsx";
import { askChange, offerUndo } from "./ask-change.ts";

interface PublishDialogProps {
  view: ArticleView;
  saver: Saver;
  state: SaverState;
  /** What the button that opens it says. */
  verb: string;
  now: number;
}

/** Publishes an article now or later: says what will happen, what is in the way, and until when it can be taken back. */
export function PublishDialog({ view, saver, state, verb, now }: PublishDialogProps) {
  const [when, setWhen] = useState<"now" | "later">("now");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const { draft, newest } = state;
  const isKnown = newest.status === "published" && newest.publishAt !== null && newest.publishAt <= now;
  const checks = checkArticle(draft);
  const errors = checks.filter(({ level }) => level === "error");
  const isLater = when === "later" && !isKnown;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || errors.length > 0) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    setBusy(true);
    const outcome = await askChange(view.id, saver, { ...fields, intent: "publish", when: isLater ? "later" : "now" });
    setBusy(false);
    if ("faults" in outcome) return setFaults(outcome.faults);
    setFaults({});
    closeDialog(form);
    const { publishAt } = outcome.facts;
    if (publishAt === null || publishAt <= Date.now())
      return showToast({ text: isKnown ? "Readers see your changes now" : "Published" });
    offerUndo(`Scheduled for ${formatLocal(publishAt)}`, { id: view.id, saver, change: { intent: "unschedule" } });
  }

  return (
    <>
      <DialogTrigger dialog="article-publish" kind="accent">
        {verb}
      </DialogTrigger>
      <Dialog
        id="article-publish"
        title={isKnown ? "Publish your changes" : "Publish this article"}
        onClose={() => setFaults({})}
        summary={describe(draft.slug, { newest, isKnown, isLater })}
        actions={
          <>
            <DialogCancel dialog="article-publish" />
            <Button
              kind="accent"
              type="submit"
              form="article-publish-form"
              isBusy={isBusy}
              unavailable={errors.length > 0 ? "What is listed above keeps it from being published." : undefined}
            >
              {isLater ? "Schedule" : "Publish now"}
            </Button>
          </>
        }
      >
        <form id="article-publish-form" className="article-publish" onSubmit={(event) => void submit(event)}>
          {Object.entries(faults)
            .filter(([field]) => field !== "publish" && field !== "unpublish")
            .map(([field, message]) => (
              <p key={field} className="kit-error" role="alert">
                <Icon name="warning" />
                {message}
              </p>
            ))}
          {checks.length > 0 && (
            <ul className="article-checks">
              {checks.map(({ level, text, place }) => (
                <li key={`${place} ${text}`} data-level={level}>
                  <Icon name={level === "error" ? "warning" : "info"} />
                  {text}
                </li>
              ))}
            </ul>
          )}
          {!isKnown && (
            <Segments
              label="When"
              name="when"
              value={when}
              onChange={(value) => setWhen(value === "later" ? "later" : "now")}
              options={[
                { value: "now", name: "Now" },
                { value: "later", name: "At a time" },
              ]}
            />
          )}
          {isLater && (
            <DateTimeField label="Publish at" name="publish" error={faults["publish"]} {...startAt(newest.publishAt)} />
          )}
          <DateTimeField
            label="Take off the site at"
            name="unpublish"
            isOptional
            error={faults["unpublish"] ?? faults["unpublishAt"]}
            {...startAt(newest.unpublishAt)}
          />
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

function startAt(at: number | null) {
  if (at === null) return {};
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { defaultValue: { local: writeZonedTime(at, zone), zone } };
}

function describe(slug: string, { newest, isKnown, isLater }: { newest: Newest; isKnown: boolean; isLater: boolean }) {
  const moves = isKnown && newest.shownSlug !== slug;
  if (moves) return `It moves to /insights/${slug}; /insights/${newest.shownSlug} leads there from then on.`;
  if (isKnown) return `Readers of /insights/${slug} see your changes within seconds.`;
  if (isLater) return `Readers see it at /insights/${slug} from that time on. Until then you can take it back.`;
  return `Readers see it at /insights/${slug} within seconds.`;
}

function formatLocal(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
