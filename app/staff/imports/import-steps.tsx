import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { Progress } from "#app/staff-kit/progress.tsx";
import { useLeaveWarning } from "#app/staff/media/use-leave-warning.ts";
import { page } from "#app/staff/insights/page.ts";
import { Outcomes } from "./outcomes.client.tsx";
import { listToSend } from "./flow/plan.ts";
import type { Progress as Come } from "./flow/run-import.ts";
import { ReportView } from "./report-view.client.tsx";
import { useImport } from "./use-import.ts";
import "./recipes.ts";

interface Named {
  id: string;
  name: string;
}

interface ImportStepsProps {
  authors: readonly Named[];
  categories: readonly Named[];
}

/** From the file to the end of its import. */
export function ImportSteps({ authors, categories }: ImportStepsProps) {
  const { revalidate } = useRevalidator();
  const { step, read, run, pause, cancel, chooseAnother } = useImport(() => {
    queryClient.clear();
    void revalidate();
  });
  useLeaveWarning(step.kind === "running");

  if (step.kind === "choose")
    return (
      <Step key="choose" title="Choose a file" className="needs-js" takesFocus={step.isBack}>
        {step.trouble !== null && (
          <p className="import-note import-note-error" role="alert">
            {step.trouble}
          </p>
        )}
        <DropZone
          label="File to import"
          name="file"
          accept=".xml,.json,.md,.markdown,.html,.htm,.zip"
          hint="WordPress (XML), Ghost (JSON), Markdown or HTML pages, alone or as a ZIP with their pictures, up to 200 MB; or an export of a site like this. The file is read in this browser."
          upload={read}
        />
      </Step>
    );
  if (step.kind === "reading")
    return (
      <Step key="reading" title={`Reading ${step.file}`}>
        <Progress
          label="Posts read"
          value={step.total === null ? 0 : step.read}
          max={step.total ?? 1}
          note={step.note ?? `${step.read} of ${step.total ?? "an unknown number"}`}
        />
        {step.bytes && (
          <Progress
            label="File"
            value={step.bytes.read}
            max={Math.max(1, step.bytes.total)}
            note={`${formatMegabytes(step.bytes.read)} of ${formatMegabytes(step.bytes.total)} MB`}
          />
        )}
        <p className="kit-row">
          <Button onClick={cancel}>Cancel</Button>
        </p>
      </Step>
    );
  if (step.kind === "report")
    return (
      <Step key="report" title={`What becomes of ${step.plan.file.name}`}>
        <ReportView
          plan={step.plan}
          authors={authors}
          categories={categories}
          onStart={(plan, settings) => void run(plan, settings)}
          onCancel={chooseAnother}
        />
      </Step>
    );
  if (step.kind === "running")
    return (
      <Step key="running" title={step.isPaused ? "Paused" : "Importing"}>
        <p>Keep this tab open. If it closes, choose the same file again: the import goes on where it was.</p>
        {step.progress && <Bars progress={step.progress} />}
        <p className="kit-row">
          <Button onClick={() => pause(!step.isPaused)}>{step.isPaused ? "Go on" : "Pause"}</Button>
          <Button kind="ghost" onClick={cancel}>
            Cancel
          </Button>
        </p>
      </Step>
    );
  return <EndStep {...{ step, run, chooseAnother }} />;
}

type Import = ReturnType<typeof useImport>;

interface EndStepProps extends Pick<Import, "run" | "chooseAnother"> {
  step: Extract<Import["step"], { kind: "done" | "stopped" }>;
}

function EndStep({ step, run, chooseAnother }: EndStepProps) {
  const { plan, progress } = step;
  return (
    <Step title={step.kind === "done" ? "The import is finished" : "The import has stopped"}>
      {step.kind === "stopped" && <p className="import-note import-note-error">{step.why}</p>}
      {progress ? <Outcomes plan={plan} progress={progress} /> : <p>No post was sent.</p>}
      {step.kind === "stopped" && (
        <p>
          {step.isBusy
            ? "Wait until it is finished, or go on here once the other tab has been closed for a minute."
            : "What came stays. Go on now, choose the same file another day, or take the import back below."}
        </p>
      )}
      {progress && <Troubles progress={progress} />}
      <p className="kit-row">
        {step.kind === "stopped" && (
          <Button kind="primary" onClick={() => void run(plan, step.settings)}>
            Go on
          </Button>
        )}
        <Link className={nameButton({ kind: step.kind === "done" ? "primary" : "plain" })} to={page.path}>
          See the articles
        </Link>
        <Button kind="ghost" onClick={chooseAnother}>
          Choose another file
        </Button>
      </p>
      {step.kind === "done" &&
        listToSend(plan.posts, false).length + plan.pages.filter(({ isKnown }) => !isKnown).length === 0 && (
          <p>Every post of this file was here already.</p>
        )}
    </Step>
  );
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 });
}

interface StepProps {
  title: string;
  className?: string;
  /** The page as it is opened leaves the focus where it is. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** One step. What had the focus in the step before is gone, so its heading takes it. */
function Step({ title, className, takesFocus = true, children }: StepProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Bars({ progress }: { progress: Come }) {
  const { posts, ofInsights, pictures, ofPictures, note } = progress;
  return (
    <div className="import-bars: grid gap-16px">
      <Progress label="Posts" value={posts} max={Math.max(1, ofInsights)} note={`${posts} of ${ofInsights}`} />
      {ofPictures > 0 && (
        <Progress label="Pictures" value={pictures} max={ofPictures} note={`${pictures} of ${ofPictures}`} />
      )}
      <p role="status">{note}</p>
    </div>
  );
}

/** More than anybody reads. */
const mostShown = 100;

function Troubles({ progress: { refused, missing, taken } }: { progress: Come }) {
  return (
    <>
      {refused.length > 0 && (
        <details open>
          <summary>Posts that were refused</summary>
          <ul>
            {refused.slice(0, mostShown).map(({ title, place, why }) => (
              <li key={place + title}>
                <b>{title || "Without a title"}</b> ({place}): {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {taken.length > 0 && (
        <details open>
          <summary>Old addresses that lead elsewhere, as they did</summary>
          <ul>
            {taken.slice(0, mostShown).map(({ title, paths }) => (
              <li key={title + paths.join(" ")}>
                <b>{title || "Without a title"}</b>: {paths.join(", ")}
              </li>
            ))}
          </ul>
        </details>
      )}
      {missing.length > 0 && (
        <details>
          <summary>Pictures that did not come</summary>
          <ul>
            {missing.slice(0, mostShown).map(({ title, address, why }) => (
              <li key={title + address}>
                {address}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
