import { type ReactNode, useId, useRef, useState } from "react";
import { acceptedFiles, type MediaSummary } from "#shared/media/media-library.ts";
import { Dialog, DialogCancel } from "#app/staff-kit/dialog.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { PickerBody } from "./picker-body.client.tsx";
import { sendFile } from "./send-file.ts";

/** A picture of the library, as an article takes it over. */
export interface PickedPicture {
  /** Its address, which articles hold: it stays when the file is replaced. */
  src: string;
  alt: string;
  caption: string;
  /** In pixels. */
  width: number;
  height: number;
  /** What stays in sight when it is cut: shares of its width and height. */
  focus: { x: number; y: number };
}

interface PicturePicker {
  /** Opens the dialog; null when it is closed without a choice. */
  pick: () => Promise<PickedPicture | null>;
  /** Sends files to the library without the dialog. What is not taken is left out, and said in a toast. */
  upload: (files: readonly File[]) => Promise<PickedPicture[]>;
  /** Belongs into the page, outside of forms. */
  dialog: ReactNode;
}

/** Pictures for an article: chosen in the library, or added to it. */
export function usePicturePicker(): PicturePicker {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((picked: PickedPicture | null) => void) | null>(null);

  function end(picked: PickedPicture | null) {
    waiting.current?.(picked);
    waiting.current = null;
    setOpen(false);
  }

  return {
    pick() {
      end(null);
      setOpen(true);
      return new Promise((done) => {
        waiting.current = done;
      });
    },
    async upload(files) {
      const picked: PickedPicture[] = [];
      for (const file of files)
        try {
          const { item } = await sendFile(file);
          if (item.width === 0) throw new Error("A PDF cannot be shown in an article. Link to it instead.");
          picked.push(toPicked(item));
        } catch (error) {
          const why = error instanceof Error ? error.message : "It could not be sent.";
          showToast({ text: `${file.name}: ${why}`, tone: "error" });
        }
      return picked;
    },
    dialog: (
      <Dialog
        id={id}
        title="Choose a picture"
        className="picker"
        isOpen={isOpen}
        onClose={() => end(null)}
        summary="What you add here stays in the media library."
        actions={<DialogCancel dialog={id} />}
      >
        {isOpen && <PickerBody accept={acceptedFiles.replace(",.pdf", "")} onPick={(item) => end(toPicked(item))} />}
      </Dialog>
    ),
  };
}

function toPicked({ src, alt, caption, width, height, focus }: MediaSummary): PickedPicture {
  return { src, alt, caption, width, height, focus };
}
