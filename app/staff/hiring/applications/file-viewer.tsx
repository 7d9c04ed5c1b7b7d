import { useEffect, useRef, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { ErrorState, LoadingState } from "#app/staff-kit/states.tsx";
import type { FileView } from "./application-view.ts";
// oxlint-disable-next-line import/default -- Vite makes it: the address of the script
import drawPages from "./draw-pages.ts?worker&url";
import type { FrameAnswer, FrameOrder } from "./draw-pages.ts";
import "./recipes.ts";

interface FileViewerProps {
  file: FileView;
  /** Where it is handed out. */
  path: string;
}

/** A file on the screen: a PDF as pages in a sandboxed frame, any other as the text that was read from it. */
export function FileViewer({ file, path }: FileViewerProps) {
  if (file.shownAs === "pages") return <PdfFrame file={file} path={path} />;
  return <PlainText path={`${path}?for=${file.text === "done" ? "text" : "viewer"}`} />;
}

async function fetchFile(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal, redirect: "error" });
  if (!response.ok) throw new Error(`The file was answered with ${response.status}.`);
  return response;
}

function PlainText({ path }: Pick<FileViewerProps, "path">) {
  const [text, setText] = useState<string | Error | null>(null);
  useEffect(() => {
    const watch = new AbortController();
    fetchFile(path, watch.signal)
      .then((response) => response.text())
      .then(setText, (error: Error) => !watch.signal.aborted && setText(error));
    return () => watch.abort();
  }, [path]);
  if (text === null) return <LoadingState>Loading the file</LoadingState>;
  if (typeof text !== "string") return <Unread />;
  return (
    <div className="application-typed">
      <p className="application-text">{text}</p>
    </div>
  );
}

function Unread() {
  return <ErrorState title="The file could not be shown">Download it to read it, or open the page again.</ErrorState>;
}

const zooms = [0.75, 1, 1.25, 1.5, 2];

/**
 * The pages of a PDF, drawn in a frame that has neither this site's origin nor a network. This page fetches the file,
 * because the frame cannot, and hands it over.
 */
function PdfFrame({ file, path }: FileViewerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<FrameAnswer | null>(null);
  const [zoom, setZoom] = useState(1);

  useEffect(() => {
    const watch = new AbortController();
    addEventListener(
      "message",
      ({ source, data }: MessageEvent<FrameAnswer>) => {
        if (source !== frame.current?.contentWindow) return;
        if (data.kind !== "ready") return setState(data);
        fetchFile(`${path}?for=viewer`, watch.signal)
          .then((response) => response.arrayBuffer())
          .then(
            (bytes) => order(frame.current, { kind: "file", bytes }, [bytes]),
            () => !watch.signal.aborted && setState({ kind: "failed", why: "unread" }),
          );
      },
      { signal: watch.signal },
    );
    return () => watch.abort();
  }, [path]);

  function change(by: 1 | -1) {
    const next = zooms[zooms.indexOf(zoom) + by];
    if (next === undefined) return;
    setZoom(next);
    order(frame.current, { kind: "zoom", zoom: next });
  }

  if (state?.kind === "failed")
    return state.why === "password" ? (
      <p className="application-empty">The file is encrypted: it cannot be shown. Download it to open it.</p>
    ) : (
      <Unread />
    );
  return (
    <>
      <div className="application-zoom: flex flex-none gap-8px items-center min-h-48px p-[0_8px_0_16px] bg-bg border-b-1px-line min-h-36px">
        <p role="status">{state?.kind === "drawn" ? formatPages(state) : "Drawing the pages"}</p>
        <Button kind="ghost" isSmall isIconOnly icon="rule" onClick={() => change(-1)}>
          Zoom out
        </Button>
        <span>{Math.round(zoom * 100)}%</span>
        <Button kind="ghost" isSmall isIconOnly icon="plus" onClick={() => change(1)}>
          Zoom in
        </Button>
      </div>
      <iframe
        ref={frame}
        className="application-frame: block flex-1 w-full min-h-480px border-0 [@media_screen]:lt-md:min-h-0"
        title={`Pages of ${file.name}`}
        sandbox="allow-scripts"
        src={`${path}?for=frame&script=${encodeURIComponent(drawPages)}`}
      />
    </>
  );
}

function order(frame: HTMLIFrameElement | null, message: FrameOrder, transfer: Transferable[] = []) {
  // The frame has an origin of its own that no address can name.
  frame?.contentWindow?.postMessage(message, "*", transfer);
}

function formatPages({ pages, drawn }: { pages: number; drawn: number }): string {
  const all = pages === 1 ? "1 page" : `${pages} pages`;
  return drawn < pages ? `${all}, the first ${drawn} are shown` : all;
}
