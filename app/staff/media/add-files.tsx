import { useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { acceptedFiles, acceptedWords } from "#shared/media/media-library.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog, DialogCancel, DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { mediaList } from "./media-list.ts";
import { sendFile } from "./send-file.ts";
import { useGivenFiles } from "./use-given-files.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";

const dialog = "add-files";

/** The button that adds files, and the dialog behind it. Files may be dropped or pasted anywhere on the page as well. */
export function AddFiles() {
  const hasScript = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const revalidator = useRevalidator();
  const [sending, setSending] = useState(0);
  useLeaveWarning(sending > 0);
  useGivenFiles(box, () => {
    const element = box.current?.closest("dialog");
    if (!element?.open) element?.showModal();
  });

  async function upload(file: File, report: (share: number, note?: string) => void, signal: AbortSignal) {
    setSending((count) => count + 1);
    try {
      const { isKnown, item } = await sendFile(file, { report, signal });
      if (isKnown) showToast({ text: `“${file.name}” is in the library already, as “${item.name}”.` });
      void revalidator.revalidate();
    } finally {
      setSending((count) => count - 1);
    }
  }

  return (
    <>
      <DialogTrigger dialog={dialog} kind="primary" icon="upload">
        Add files
      </DialogTrigger>
      <Dialog
        id={dialog}
        title="Add files"
        summary={
          sending > 0
            ? "Keep this page open until they are sent."
            : "Where and with what a picture was taken is not stored. PDFs stay as they are."
        }
        actions={
          hasScript ? (
            <DialogCancel dialog={dialog}>Close</DialogCancel>
          ) : (
            <Button kind="primary" type="submit" form="add-files-form">
              Add
            </Button>
          )
        }
      >
        <Form id="add-files-form" method="post" action={mediaList.path} encType="multipart/form-data">
          <div ref={box}>
            <DropZone
              label="Files"
              name="file"
              hint={
                hasScript ? `${acceptedWords}. SVG is not taken.` : `${acceptedWords}. Without JavaScript up to 5 MB.`
              }
              accept={acceptedFiles}
              isMultiple
              {...(hasScript && { upload })}
            />
          </div>
        </Form>
      </Dialog>
    </>
  );
}
