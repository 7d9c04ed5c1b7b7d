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
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const status = useId();

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

  function remove({ id, file }: Chosen) {
    stops.current.get(id)?.abort();
    setChosen((all) => all.filter((one) => one.id !== id));
    if (input.current && !upload) input.current.files = listWithout(input.current.files, file);
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
            className="kit-drop"
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
            <ul className="kit-drop-files" aria-label={`${label}: chosen`}>
              {chosen.map((one) => (
                <li key={one.id}>
                  <Icon name={one.state === "failed" ? "warning" : one.state === "done" ? "done" : "file"} />
                  <span className="kit-drop-name">{one.file.name}</span>
                  {one.state === "sending" && one.note && <span className="kit-hint">{one.note}</span>}
                  {one.state === "sending" && (
                    <Progress isDense label={`Sending ${one.file.name}`} value={one.share} max={1} />
                  )}
                  {one.state === "failed" && <span className="kit-error">{one.trouble}</span>}
                  {one.state === "failed" && (
                    <button
                      type="button"
                      className={nameButton({ isSmall: true })}
                      aria-label={`Try again: ${one.file.name}`}
                      onClick={() => void send(one.id, one.file)}
                    >
                      Try again
                    </button>
                  )}
                  <button
                    type="button"
                    className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
                    aria-label={`Remove ${one.file.name}`}
                    onClick={() => remove(one)}
                  >
                    <Icon name="x" />
                  </button>
                </li>
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
