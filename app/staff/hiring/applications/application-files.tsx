import { lazy, Suspense, useState } from "react";
import { Form } from "react-router";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { LoadingState } from "#app/staff-kit/states.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ApplicationView, FileView } from "./application-view.ts";
import { MarkedParts, MarkedText } from "./found-texts.tsx";
import { applicationsList } from "./applications-list.ts";
import "./recipes.ts";

/** What draws PDFs comes with the first one that a browser shows, and never to the server. */
const FileViewer = import.meta.env.SSR
  ? null
  : lazy(() => import("./file-viewer.tsx").then((module) => ({ default: module.FileViewer })));

const purposes = { resume: "Résumé", document: "Document", answer: "Answer" };

/** What the candidate sent: the résumé on the screen, everything else as downloads. */
export function ApplicationFiles({ view }: { view: ApplicationView }) {
  const hasScript = useHydrated();
  const first = view.files.findLast(({ purpose }) => purpose === "resume") ?? view.files[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const file = view.files.find(({ id }) => id === chosen) ?? first;
  const rest = view.files.filter((each) => each !== file);
  return (
    <section
      className="application-files: flex flex-col bg-surface-2 md:[&:not(:has(.application-frame))]:relative md:[&:not(:has(.application-frame))]:overflow-auto md:[&:not(:has(.application-frame))]:[scrollbar-width:thin]"
      aria-labelledby="files"
    >
      <h2 id="files" className="kit-unseen">
        Files
      </h2>
      {file && <FileBar view={view} file={file} />}
      {view.marks.files && (
        <p className="application-found-line: flex-none p-[8px_14px] text-ink-2 text-13 bg-bg border-b-1px-line [&>b]:mr-4px [&>b]:text-ink [&>b]:font-600">
          <b>Found</b> <MarkedParts parts={view.marks.files} />
        </p>
      )}
      {file?.isServed && <FileOnScreen key={file.id} file={file} path={getFilePath(view, file)} />}
      {!file && view.resumeText === "" && <p className="application-empty">No file was sent.</p>}
      {view.resumeText !== "" && (
        <div className="application-typed">
          <h3>Résumé as it was typed</h3>
          <p className="application-text">
            <MarkedText text={view.resumeText} parts={view.marks.texts.resume} />
          </p>
        </div>
      )}
      {rest.length > 0 && (
        <ul className="application-rest: flex-none border-t-1px-line" aria-label="Other files">
          {rest.map((other) => (
            <li key={other.id}>
              <FileBar view={view} file={other} onShow={hasScript ? () => setChosen(other.id) : undefined} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The file, where a browser can show it. Its room is there before script runs, and stays: nothing moves when it comes. */
function FileOnScreen({ file, path }: { file: FileView; path: string }) {
  const hasScript = useHydrated();
  if (file.shownAs === null)
    return <p className="application-empty">This file is not shown here. Download it to read it.</p>;
  return (
    <div
      className="needs-js application-viewing: flex flex-1 flex-col min-h-0 [@media_screen]:lt-md:flex-none [@media_screen]:lt-md:h-80svh [@media_screen]:lt-md:data-[as=text]:h-50svh"
      data-as={file.shownAs}
    >
      {hasScript && FileViewer ? (
        <Suspense fallback={<LoadingState>Loading the viewer</LoadingState>}>
          <FileViewer file={file} path={path} />
        </Suspense>
      ) : (
        <LoadingState>Loading the viewer</LoadingState>
      )}
    </div>
  );
}

function getFilePath(view: ApplicationView, file: FileView): string {
  return `${applicationsList.path}/${view.id}/files/${file.id}`;
}

interface FileBarProps {
  view: ApplicationView;
  file: FileView;
  onShow?: (() => void) | undefined;
}

function FileBar({ view, file, onShow }: FileBarProps) {
  return (
    <div className="application-file: flex flex-none gap-8px items-center min-h-48px p-[0_8px_0_16px] bg-bg border-b-1px-line">
      <b>{purposes[file.purpose]}</b>
      <span className="application-file-name: flex-1 min-w-0 overflow-hidden text-ink-2 text-13 text-ellipsis whitespace-nowrap">
        {file.name}, {file.size}
      </span>
      {file.warnings.map((warning) => (
        <Tag key={warning} tone="danger" icon="warning">
          {warning}
        </Tag>
      ))}
      <FileState view={view} file={file} />
      {onShow && (
        <button type="button" className={nameButton({ kind: "ghost", isSmall: true })} onClick={onShow}>
          Show
        </button>
      )}
      {file.isServed && (
        // Without `download`: a browser would save the page that asks to sign in as the file.
        <a
          className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
          href={getFilePath(view, file)}
          aria-label={`Download ${file.name}`}
          title="Download"
        >
          <Icon name="download" />
        </a>
      )}
    </div>
  );
}

/** What a scanner said of the file, and how its text stands, which the search reads. */
function FileState({ view, file }: Pick<FileBarProps, "view" | "file">) {
  const path = getFilePath(view, file);
  return (
    <>
      <span className="application-file-state">
        {file.scan}
        {file.isServed && file.text !== "done" && `. ${textWords[file.text]}`}
        {file.isServed && file.text === "failed" && file.textError !== "" && `: ${file.textError}`}
      </span>
      {file.isServed && file.text === "done" && (
        <a className={nameButton({ kind: "ghost", isSmall: true })} href={`${path}?for=text`}>
          Text
          <span className="kit-unseen"> of {file.name}</span>
        </a>
      )}
      {file.isServed && file.text === "failed" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="file" value={file.id} />
          <Button type="submit" name="do" value="text" kind="ghost" isSmall>
            Read its text again
          </Button>
        </Form>
      )}
    </>
  );
}

const textWords = {
  waiting: "Its text is still to be read",
  failed: "Its text could not be read",
  none: "It has no text, such as scanned pages",
  done: "",
};
