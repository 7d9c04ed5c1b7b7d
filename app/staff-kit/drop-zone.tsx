import { type DragEvent, useId, useRef, useState } from "react";
import { nameButton } from "./button.tsx";
import { countThings } from "./count.ts";
import { KitField, type FieldText } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { Progress } from "./progress.tsx";
import "./drop-zone.css";

interface DropZoneProps extends FieldText {
  /** The name of the files in the form. */
  name: string;
  /** As the `accept` of a file input: types and endings, by commas. */
  accept?: string;
  isMultiple?: boolean;
  isOptional?: boolean;
  /** Sends each file as soon as it is chosen; calls `report` with the share done, 0 to 1, and what it waits for. Rejects with a sentence. */
  upload?: (file: File, report: (share: number, note?: string) => void, signal: AbortSignal) => Promise<void>;
}

interface Chosen {
  id: number;
  file: File;
  share: number;
  state: "waiting" | "sending" | "done" | "failed";
  trouble?: string;
  /** What it waits for. */
  note?: string | undefined;
}

/**
 * Takes files that are dropped, pasted or chosen. It is built on a file input, so a plain form sends them; with `upload`
 * they go at once, with their progress.
 */
export function DropZone({
  label,
  hint,
  error,
  name,
  accept,
  isMultiple = false,
  isOptional = false,
  upload,
}: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const status = useId();
  const { chosen, take, send, forget } = useChosen(isMultiple, upload);

  function remove(one: Chosen) {
    forget(one.id);
    if (input.current && !upload) input.current.files = listWithout(input.current.files, one.file);
    input.current?.focus();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!input.current || event.dataTransfer.files.length === 0) return;
    if (!upload) input.current.files = event.dataTransfer.files;
    take(event.dataTransfer.files);
  }

  return (
    <KitField {...{ label, hint, error, isOptional }}>
      {(ties) => (
        <>
          <div
            // The whole area is the browser's own control, which opens, takes drops and has the focus.
            className="kit-drop: relative flex gap-10px items-center justify-center min-h-88px p-16px text-ink-2 border-1.5px-dashed-line-strong rounded-control [&_b]:text-ink [&_b]:underline [&_b]:underline-offset-3px [&>input]:absolute [&>input]:inset-0 [&>input]:w-full [&>input]:op-0 [&>input]:cursor-pointer [&:is(:hover,[data-over])]:bg-surface [&:is(:hover,[data-over])]:border-ink [&:has(:focus-visible)]:focus-ring [&:has(:focus-visible)]:outline-offset-2px [&:has([aria-invalid])]:border-danger"
            data-over={isOver || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <Icon name="upload" />
            <p>
              <b>{isMultiple ? "Choose files" : "Choose a file"}</b> <span className="needs-js">or drop it here</span>
            </p>
            <input
              {...ties}
              ref={input}
              type="file"
              {...(!upload && { name })}
              accept={accept}
              multiple={isMultiple}
              onChange={({ target }) => target.files && take(target.files)}
            />
          </div>
          {chosen.length > 0 && (
            <ul
              className="kit-drop-files: [&>li]:flex [&>li]:gap-8px [&>li]:items-center [&>li]:min-h-row [&>li]:border-b-1px-line"
              aria-label={`${label}: chosen`}
            >
              {chosen.map((one) => (
                <ChosenFile
                  key={one.id}
                  {...one}
                  retry={() => void send(one.id, one.file)}
                  remove={() => remove(one)}
                />
              ))}
            </ul>
          )}
          <p id={status} className="kit-unseen" role="status">
            {formatFiles(chosen)}
          </p>
        </>
      )}
    </KitField>
  );
}

/** The files that were chosen, and how far each is. */
function useChosen(isMultiple: boolean, upload: DropZoneProps["upload"]) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const count = useRef(0);
  const stops = useRef(new Map<number, AbortController>());

  function take(files: FileList) {
    const added = [...files].slice(0, isMultiple ? undefined : 1).map((file): Chosen => {
      count.current += 1;
      return { id: count.current, file, share: 0, state: upload ? "sending" : "waiting" };
    });
    setChosen(upload && isMultiple ? [...chosen, ...added] : added);
    if (upload) for (const { id, file } of added) void send(id, file);
  }

  async function send(id: number, file: File) {
    const stop = new AbortController();
    stops.current.set(id, stop);
    change(id, { state: "sending", share: 0 });
    try {
      await upload?.(file, (share, note) => change(id, { share, note }), stop.signal);
      change(id, { state: "done", share: 1 });
    } catch (error) {
      if (!stop.signal.aborted) change(id, { state: "failed", trouble: error instanceof Error ? error.message : "" });
    }
  }

  function change(id: number, next: Partial<Chosen>) {
    setChosen((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)));
  }

  function forget(id: number) {
    stops.current.get(id)?.abort();
    setChosen((all) => all.filter((one) => one.id !== id));
  }

  return { chosen, take, send, forget };
}

interface ChosenFileProps extends Chosen {
  retry: () => void;
  remove: () => void;
}

function ChosenFile({ file, state, note, share, trouble, retry, remove }: ChosenFileProps) {
  return (
    <li>
      <Icon name={state === "failed" ? "warning" : state === "done" ? "done" : "file"} />
      <span className="kit-drop-name: flex-1 min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">{file.name}</span>
      {state === "sending" && note && <span className="kit-hint">{note}</span>}
      {state === "sending" && <Progress isDense label={`Sending ${file.name}`} value={share} max={1} />}
      {state === "failed" && <span className="kit-error">{trouble}</span>}
      {state === "failed" && (
        <button
          type="button"
          className={nameButton({ isSmall: true })}
          aria-label={`Try again: ${file.name}`}
          onClick={retry}
        >
          Try again
        </button>
      )}
      <button
        type="button"
        className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
        aria-label={`Remove ${file.name}`}
        onClick={remove}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

function listWithout(files: FileList | null, gone: File): FileList {
  const list = new DataTransfer();
  for (const file of files ?? []) if (file !== gone) list.items.add(file);
  return list.files;
}

function formatFiles(chosen: readonly Chosen[]): string {
  if (chosen.length === 0) return "";
  const failed = chosen.filter(({ state }) => state === "failed").length;
  const done = chosen.filter(({ state }) => state === "done").length;
  if (failed > 0) return `${countThings(failed, "file")} could not be sent.`;
  return done > 0
    ? `${done} of ${countThings(chosen.length, "file")} sent.`
    : `${countThings(chosen.length, "file")} chosen.`;
}
