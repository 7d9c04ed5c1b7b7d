import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Hands files that are pasted or dropped anywhere on the page to the file input in `box`, as if they had been chosen there,
 * and calls `onGiven` before. Fields keep what is pasted into them as text.
 */
export function useGivenFiles(box: RefObject<HTMLElement | null>, onGiven: () => void, isOn = true): void {
  const give = useEffectEvent((files: FileList | undefined): boolean => {
    const input = box.current?.querySelector<HTMLInputElement>("input[type=file]");
    if (!input || !files || files.length === 0) return false;
    onGiven();
    input.files = files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const watch = new AbortController();
    const { signal } = watch;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    // Without this the browser would leave the page and open the file.
    document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), { signal });
    document.addEventListener(
      "drop",
      (event) => {
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        give(event.dataTransfer?.files);
      },
      { signal },
    );
    document.addEventListener(
      "paste",
      (event) => {
        if (give(event.clipboardData?.files)) event.preventDefault();
      },
      { signal },
    );
    return () => watch.abort();
  }, [isOn]);
}
