import { type ReactNode, useId, useState } from "react";
import { Form } from "react-router";
import { interviewLength } from "#shared/hiring/interview.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import type { Option } from "#app/staff-kit/combobox.tsx";
import { ConfirmDialog } from "#app/staff-kit/confirm-dialog.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { InterviewForm } from "./interview-form.tsx";
import type { InterviewView } from "./interview-view.ts";
import type { Refused, TypedInterview } from "./refused.ts";
import "../applications/recipes.ts";

interface InterviewsProps {
  interviews: readonly InterviewView[];
  /** The address of the page. */
  own: string;
  /** That of the application, without a query. */
  path: string;
  reader: string;
  colleagues: readonly Option[];
  /** Why no interview can be proposed. */
  unavailable: string | undefined;
  refused: Refused["interview"];
}

/** The interviews of an application, and the form that proposes one. */
export function Interviews({ interviews, own, path, reader, colleagues, unavailable, refused }: InterviewsProps) {
  const isRefused = refused?.id === "";
  const blank: TypedInterview = {
    kind: "video",
    place: "",
    minutes: String(interviewLength.usual),
    message: "",
    times: [],
    interviewers: [reader],
    isBooked: false,
  };
  return (
    <section
      aria-labelledby="interviews"
      className="interviews: [&>ol>li]:grid [&>ol>li]:gap-4px [&>ol>li]:m-[0_-16px] [&>ol>li]:p-[8px_16px] [&>ol>li]:border-b-1px-line"
    >
      <h2 id="interviews">
        Interviews <span>{interviews.length}</span>
      </h2>
      <ol>
        {interviews.map((interview) => (
          <Interview
            key={`${interview.id} ${interview.version}`}
            {...{ interview, own, path, colleagues, unavailable }}
            refused={refused?.id === interview.id ? refused : undefined}
          />
        ))}
      </ol>
      {unavailable === undefined ? (
        // A proposal that was stored leaves an empty form.
        <Foldable key={interviews.length} title="Propose an interview" isOpen={isRefused}>
          <InterviewForm
            {...{ own, colleagues }}
            interview={null}
            fields={isRefused ? refused.typed : blank}
            faults={isRefused ? refused.faults : {}}
          />
        </Foldable>
      ) : (
        <p className="kit-hint">{unavailable}</p>
      )}
    </section>
  );
}

const tones = { proposed: "info", booked: "success", held: "plain", missed: "warn", cancelled: "plain" } as const;

interface InterviewProps extends Pick<InterviewsProps, "own" | "path" | "colleagues" | "unavailable" | "refused"> {
  interview: InterviewView;
}

function Interview({ interview, own, path, colleagues, unavailable, refused }: InterviewProps) {
  const dialog = useId();
  const { id, state, start, times, declined, place, message, people } = interview;
  const known = `${id}:${interview.version}`;
  const isOpen = state === "proposed" || state === "booked";
  return (
    <li>
      <p className="interview-head: flex flex-wrap gap-[4px_8px] items-center">
        <StatusChip tone={tones[state]}>{interview.stateName}</StatusChip>
        {start && (
          <b>
            <LocalTime at={start} withZone />
          </b>
        )}
      </p>
      {state === "proposed" && (
        <ul className="interview-proposed">
          {times.map((time) => (
            <li key={time.iso}>
              <LocalTime at={time} withZone />
              {time.isPast && ", over"}
            </li>
          ))}
        </ul>
      )}
      <p>
        {interview.kindName}, {interview.minutes} minutes
        {people.length > 0 && `, ${people.join(", ")}`}
      </p>
      {place && (
        <p className="interview-place: wrap-anywhere [&>a]:underline [&>a]:underline-offset-3px">
          {isLink(place) ? <a href={place}>{place}</a> : place}
        </p>
      )}
      {message && <p className="application-text">{message}</p>}
      {declined && (
        <div className="interview-declined: p-8px bg-warn-bg rounded-control">
          <Tag tone="warn" icon="warning">
            No time suits the candidate
          </Tag>
          {declined.answer && <p className="application-text">{declined.answer}</p>}
        </div>
      )}
      {isOpen && unavailable !== undefined && (
        <p className="kit-hint">The application has ended: cancel this interview.</p>
      )}
      {isOpen && (
        <Form method="post" action={own} preventScrollReset className="kit-row">
          <input type="hidden" name="interview" value={known} />
          {state === "booked" && interview.hasBegun && (
            <>
              <Button type="submit" isSmall name="do" value="interview:held">
                Held
              </Button>
              <Button type="submit" isSmall name="do" value="interview:missed">
                Did not come
              </Button>
            </>
          )}
          {state === "booked" && (
            <a
              className={nameButton({ kind: "ghost", isSmall: true })}
              href={`${path}/interviews/${id}/calendar.ics`}
              download="interview.ics"
            >
              <Icon name="calendar" /> Calendar file
            </a>
          )}
          <DialogTrigger dialog={dialog} kind="ghost" isSmall>
            Cancel it
          </DialogTrigger>
        </Form>
      )}
      {isOpen && <CancelDialog id={dialog} interview={interview} own={own} />}
      {isOpen && unavailable === undefined && (
        <Foldable title="Change" isOpen={refused !== undefined}>
          <InterviewForm
            {...{ own, colleagues }}
            interview={known}
            fields={refused?.typed ?? interview.fields}
            faults={refused?.faults ?? {}}
          />
        </Foldable>
      )}
    </li>
  );
}

function CancelDialog({ id, interview, own }: { id: string; interview: InterviewView; own: string }) {
  return (
    <ConfirmDialog
      id={id}
      title="Cancel this interview"
      verb="Call off"
      keep="Keep it"
      count={1}
      noun="interview"
      tone="danger"
      action={own}
      fields={{ do: "interview:cancelled", interview: `${interview.id}:${interview.version}` }}
    >
      <p>
        {interview.state === "booked"
          ? `It is booked for ${interview.when}. The candidate and the interviewers get a mail that takes it out of their calendars.`
          : "The candidate gets a mail that the times no longer hold."}
      </p>
    </ConfirmDialog>
  );
}

function isLink(place: string): boolean {
  return /^https:\/\/\S+$/i.test(place);
}

/** Opens below its title. What is in it waits until then, where script runs: the fields of times load a calendar. */
function Foldable({ title, isOpen: isOpenAtFirst, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const hasScript = useHydrated();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => currentTarget.open && setIsOpen(true)}
      ref={(details) => {
        // Opened before hydration, when no handler was there to hear it.
        if (details?.open) setIsOpen(true);
      }}
    >
      <summary>{title}</summary>
      {(!hasScript || isOpen) && children}
    </details>
  );
}
