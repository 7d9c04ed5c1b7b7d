import { useRef, useState } from "react";
import type { MediaSummary } from "#shared/media/media-library.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { EmptyState, ErrorState, LoadingState } from "#app/staff-kit/states.tsx";
import { sendFile } from "./send-file.ts";
import { useGivenFiles } from "./use-given-files.ts";
import { useLibrary } from "./use-library.ts";
import "./picker.css";

interface PickerBodyProps {
  accept: string;
  onPick: (item: MediaSummary) => void;
}

/** The library in the dialog: a search, a place for new pictures, and those that are there, each as a button. */
export function PickerBody({ accept, onPick }: PickerBodyProps) {
  const [words, setWords] = useState("");
  const { found, isFailed, retry, readMore } = useLibrary(words);
  const box = useRef<HTMLDivElement>(null);
  useGivenFiles(box, () => {});

  async function upload(file: File, report: (share: number, note?: string) => void, signal: AbortSignal) {
    const { item } = await sendFile(file, { report, signal });
    if (item.width === 0) throw new Error("A PDF cannot be shown in an article. Link to it instead.");
    onPick(item);
  }

  return (
    <div className="picker-body: grid gap-12px">
      <input
        type="search"
        className="kit-input"
        aria-label="Search the library"
        placeholder="Search the library"
        maxLength={100}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div ref={box}>
        <DropZone
          label="New picture"
          name="file"
          accept={accept}
          hint="It is taken over as soon as it has come. Drop it, paste it or choose it: JPEG, PNG, WebP, AVIF or GIF, up to 25 MB."
          upload={upload}
        />
      </div>
      <section aria-label="Library" aria-busy={found === null}>
        {isFailed ? (
          <ErrorState
            title="The library could not be read just now"
            action={<Button onClick={() => void retry()}>Try again</Button>}
          >
            Nothing is lost. A new picture can be added all the same.
          </ErrorState>
        ) : found === null ? (
          <LoadingState>Reading the library</LoadingState>
        ) : found.items.length === 0 ? (
          <EmptyState title={words === "" ? "No pictures yet" : "No picture fits"}>
            {words === ""
              ? "Add the first one above."
              : "Try other words: names, alternative texts and captions are searched."}
          </EmptyState>
        ) : (
          <ul className="picker-items: grid grid-cols-[repeat(auto-fill,_minmax(140px,_1fr))] gap-10px">
            {found.items.map((item) => (
              <li key={item.id}>
                <button type="button" onClick={() => onPick(item)} title={item.name}>
                  <span className="picker-preview: block aspect-[4/3] overflow-hidden bg-surface-2 [&>img]:w-full [&>img]:h-full [&>img]:object-cover">
                    <img src={item.preview ?? ""} alt={item.alt} loading="lazy" decoding="async" />
                  </span>
                  <span className="picker-name: p-[0_8px] overflow-hidden text-ellipsis whitespace-nowrap pt-5px font-600">
                    {item.name}
                  </span>
                  <span className="picker-note: p-[0_8px] overflow-hidden text-ellipsis whitespace-nowrap text-ink-2">
                    {item.width} × {item.height}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {!isFailed && found?.next && (
        <Button kind="ghost" onClick={() => void readMore()}>
          Show more
        </Button>
      )}
      <p className="kit-unseen" role="status">
        {found && !isFailed ? `${found.items.length} pictures shown.` : ""}
      </p>
    </div>
  );
}
