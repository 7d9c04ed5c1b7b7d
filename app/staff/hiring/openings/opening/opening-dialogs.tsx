import { type FormEvent, useState, useSyncExternalStore } from "react";
import type { OpeningProblem } from "#shared/hiring/opening-checks.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { closeDialog, Dialog, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Fault } from "#app/staff-kit/fault.tsx";
import { Segments } from "#app/staff-kit/segments.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { FindingLinks } from "#app/writing-kit/finding-links.tsx";
import { askChangeAt } from "#app/writing-kit/saving/ask-change.ts";
import type { SaverState } from "#app/writing-kit/saving/saver-state.ts";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import type { NewestOpening } from "./newest-opening.ts";
import type { OpeningChecks } from "./use-opening-checks.ts";
import "#app/writing-kit/recipes.ts";

interface OpeningDialogProps {
  /** Address of the job's changes. */
  path: string;
  saver: Saver<NewestOpening>;
  state: SaverState<NewestOpening>;
}

interface PublishOpeningProps extends OpeningDialogProps {
  checks: OpeningChecks | null;
  lead: (place: OpeningProblem["place"]) => void;
}

type Audience = "published" | "internal";

/** Shows a job to the public or to colleagues: says what will happen, and what prevents it. */
export function PublishOpening({ path, saver, state, checks, lead }: PublishOpeningProps) {
  const { newest, draft } = state;
  const [chosen, setChosen] = useState<Audience | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const isChecking = useSyncExternalStore(
    saver.subscribe,
    () => checks?.of !== saver.read().draft,
    () => true,
  );
  const now: Audience = newest.status === "internal" ? "internal" : "published";
  const to = chosen ?? now;
  const isLive = newest.status === "published" || newest.status === "internal";
  const problems = checks?.problems ?? [];
  const hasErrors = problems.some(({ level }) => level === "error");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isChecking || hasErrors) return;
    const form = event.currentTarget;
    setBusy(true);
    const outcome = await askChangeAt({ path, noun: "job" }, saver, { intent: "publish", to });
    setBusy(false);
    if ("faults" in outcome) return setFaults(outcome.faults);
    closeDialog(form);
    setFaults({});
    setChosen(null);
    // A job without an end got one.
    const { facts } = outcome;
    if (saver.read().draft.closesAt === null) saver.follow(facts, { closesAt: facts.closesAt });
    showToast({ text: to === "internal" ? "Open to colleagues" : isLive ? "Candidates see it now" : "Published" });
  }

  return (
    <>
      <DialogTrigger dialog="job-publish" kind="accent">
        {nameTrigger(newest)}
      </DialogTrigger>
      <Dialog
        id="job-publish"
        title={isLive ? "Publish the changes" : newest.status === "closed" ? "Open this job again" : "Publish this job"}
        onClose={() => setFaults({})}
        summary={describe(draft.slug, { newest, to })}
        confirm={
          <Button
            kind="accent"
            type="submit"
            form="job-publish-form"
            isBusy={isBusy}
            unavailable={
              hasErrors
                ? "What is listed above keeps it from being published."
                : isChecking
                  ? "The job is being checked."
                  : undefined
            }
          >
            {to === "internal" ? "Open to colleagues" : "Publish now"}
          </Button>
        }
      >
        <form
          id="job-publish-form"
          className="article-publish"
          method="dialog"
          onSubmit={(event) => void submit(event)}
        >
          {Object.entries(faults).map(([field, message]) => (
            <Fault key={field}>{message}</Fault>
          ))}
          <FindingLinks
            findings={problems}
            lead={(place, link) => {
              closeDialog(link);
              lead(place);
            }}
          />
          <Segments
            label="Who sees it"
            name="to"
            value={to}
            onChange={(value) => setChosen(value as Audience)}
            options={[
              { value: "published", name: "Everybody" },
              { value: "internal", name: "Colleagues only" },
            ]}
          />
        </form>
      </Dialog>
    </>
  );
}

function nameTrigger({ status, isShown }: NewestOpening): string {
  if (status === "draft") return "Publish";
  if (status === "closed") return "Open again";
  return isShown ? "Published" : "Publish changes";
}

function describe(slug: string, { newest, to }: { newest: NewestOpening; to: Audience }): string {
  if (to === "internal") return "It is on no page of the site; your colleagues see it here.";
  const isKnown = newest.status === "published" || newest.status === "closed";
  if (isKnown && newest.shownSlug !== slug)
    return `It moves to /careers/${slug}; /careers/${newest.shownSlug} leads there from then on.`;
  return `Candidates see it at /careers/${slug} within seconds.`;
}

/** Closes an opening at once; undo opens it again as it was. */
export function CloseOpening({ path, saver, state: { newest } }: OpeningDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = (change: object) => askChangeAt({ path, noun: "job" }, saver, change);

  async function confirm(dialog: HTMLDialogElement | null) {
    const { status, publishAt, closesAt } = newest;
    setBusy(true);
    const outcome = await ask({ intent: "close" });
    setBusy(false);
    if ("faults" in outcome) return setProblem(Object.values(outcome.faults).join(" "));
    setProblem(null);
    dialog?.close();
    async function undo() {
      const back = await ask({ intent: "put-back", status, publishAt, closesAt });
      if ("faults" in back) showToast({ text: Object.values(back.faults).join(" "), tone: "error" });
      else showToast({ text: "Open again" });
    }
    showToast({ text: "Closed", undo: () => void undo() });
  }

  return (
    <Dialog
      id="job-close"
      title="Close this job?"
      onClose={() => setProblem(null)}
      confirm={
        <Button
          kind="danger"
          isBusy={isBusy}
          onClick={({ currentTarget }) => void confirm(currentTarget.closest("dialog"))}
        >
          Close 1 job
        </Button>
      }
    >
      {problem !== null && (
        <p className="kit-error" role="alert">
          {problem}
        </p>
      )}
      <p>
        {newest.status === "internal"
          ? "Colleagues had it alone: it becomes a draft again. Its text, questions and applications stay."
          : "Nobody can apply any more. Its page stays and says that it is closed; its applications stay here."}
      </p>
    </Dialog>
  );
}
