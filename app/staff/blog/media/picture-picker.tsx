import type { ReactNode } from "react";
import type { PickedPicture } from "../editor/article-editor.tsx";

interface PicturePicker {
  pick: () => Promise<PickedPicture | null>;
  upload: (files: File[]) => Promise<PickedPicture[]>;
  dialog: ReactNode;
}

const none: PicturePicker = { pick: async () => null, upload: async () => [], dialog: null };

/** Pictures of the media library for an editor. */
export function usePicturePicker(): PicturePicker {
  return none;
}
