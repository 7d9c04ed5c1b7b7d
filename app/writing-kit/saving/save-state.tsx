import { useEffect, useState } from "react";
import { second } from "#shared/dates/durations.ts";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { Stored } from "./answers.ts";
import { isEmpty, type SaverState } from "./saver-state.ts";
import "../recipes.ts";

const fieldNames: Record<string, string> = {
  slug: "the address",
  title: "the title",
  dek: "the summary",
  coverAlt: "the description of the cover",
  seoTitle: "the title for search engines",
  seoDescription: "the description for search engines",
  canonicalUrl: "where it was first published",
  summary: "the summary",
  requisitionId: "the requisition id",
  department: "the department",
  openings: "the number of openings",
  pay: "the pay",
  places: "the places",
  remoteCountries: "the countries",
  closesAt: "the closing day",
  questions: "the questions",
  stages: "the stages",
  team: "the team",
};

/** How the text stands to the one that is stored: never more than is true. */
export function SaveState({
  state,
  locale,
  noun = "article",
}: {
  state: SaverState<Stored & { editedAt: number }>;
  locale: string;
  /** What is written. */
  noun?: string;
}) {
  const { phase, savedAt, newest } = state;
  const problem = describeProblem(state, noun);
  return (
    <p className={problem === null ? "save-state" : "save-state save-state-problem"} data-phase={phase}>
      {/* What passes by itself is shown; only what needs somebody is read out. */}
      <span role="status">{problem}</span>
      {problem === null && (
        <span>
          {phase === "saving" && "Saving…"}
          {phase === "unsaved" && "Not saved yet"}
          {isEmpty(state) && "Nothing written yet"}
          {phase === "saved" &&
            newest.version > 0 &&
            (savedAt === null ? (
              <>
                Saved <LocalTime at={toInstant(newest.editedAt, locale)} />
              </>
            ) : (
              <SavedAgo at={savedAt} />
            ))}
        </span>
      )}
    </p>
  );
}

function describeProblem({ phase, isCopied, faults, newest }: SaverState<Stored>, noun: string): string | null {
  const copyState = isCopied === false ? "This browser keeps no copy" : "Kept on this device";
  const writer = newest.editedBy ?? "Somebody else";
  if (phase === "unreachable")
    return `Not saved: ${navigator.onLine ? "the site does not answer" : "offline"}. ${copyState}`;
  if (phase === "torn") return `Not saved: ${writer} changed the same place. ${copyState}`;
  if (phase === "signed-out") return `Not saved: you are signed out. ${copyState}`;
  if (phase === "forbidden") return `Not saved: your role does not allow it. ${copyState}`;
  if (phase === "gone") return `Not saved: the ${noun} is gone. ${copyState}`;
  if (phase !== "refused") return null;
  const fields = Object.keys(faults);
  const whole = fields.find((field) => field === "markdown" || !(field in fieldNames));
  if (whole !== undefined) return `Not saved: ${faults[whole] ?? ""} ${copyState}`;
  return `Saved, except ${fields.map((field) => fieldNames[field]).join(" and ")}`;
}

/** 'Saved 12 seconds ago', which goes on by itself. */
function SavedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  return <>Saved {describeSpan(Math.max(0, Math.floor((now - at) / second)))}</>;
}

function describeSpan(seconds: number): string {
  if (seconds < 3) return "just now";
  if (seconds < 60) return `${seconds} seconds ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
}
