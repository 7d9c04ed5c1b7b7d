/** A picture of the media library, or one that was just uploaded. */
export interface PickedPicture {
  /** An address of this site, such as "/media/x.webp". */
  src: string;
  alt: string;
  caption: string;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** A page of this site that a link can lead to. */
export interface FoundPage {
  path: string;
  title: string;
}

interface OutlineEntry {
  /** 2 to 6, as readers see it. */
  level: number;
  text: string;
  /** Of its first line in the source; the first one is 1. */
  line: number;
}

export interface ArticleEditorHandle {
  /**
   * Puts the cursor back to where it was, into the block at a line of the source, or into the description of the picture
   * at fault there.
   */
  focus: (place?: { line: number; isPicture?: true }) => void;
  /** Puts another source in place of all of it. The writer can take it back, unless it brings words of others. */
  replace: (markdown: string, by: "writer" | "others") => void;
  /** Goes on where somebody writes `source` in a plain field: with its cursor, when it has the focus. */
  takeOver: (field: HTMLTextAreaElement, source: string) => void;
  /** Reports at once what was typed and is not reported yet. */
  flush: () => void;
  getOutline: () => OutlineEntry[];
  getSelectionText: () => string;
}

export interface ArticleEditorProps {
  /** The source. It stays canonical: the editor changes no byte of a block that the writer did not change. */
  markdown: string;
  /** Called within half a second after a change, and at once when the field or the page is left. */
  onChange: (markdown: string) => void;
  /** Called once the source has been read: before that, nothing can be written. */
  onReady?: (handle: ArticleEditorHandle) => void;
  /** Asks the writer for a picture; null when they choose none. */
  pickPicture: () => Promise<PickedPicture | null>;
  /** Stores files that were pasted or dropped. Its error's message is shown. */
  uploadPictures: (files: File[]) => Promise<PickedPicture[]>;
  findPages: (query: string) => Promise<FoundPage[]>;
  /** Of pictures of the text, in pixels, where known: they keep room for pictures that are loading. */
  pictureSizes?: readonly { src: string; width: number; height: number }[];
  /** What the text is of, such as "job". */
  noun?: string;
  /** Names of insert items that this text cannot have. */
  without?: readonly string[];
  isReadOnly?: boolean;
  isHidden?: boolean;
}
