import { Extension } from "@tiptap/core";
import type { Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { parseHtml } from "../../sieve/parse-html.ts";
import { textOf } from "../../sieve/tree.ts";
import type { PickedPicture } from "../types.ts";
import { hasWaiting, takeWaiting } from "./pasted-pictures.ts";

interface UploadsOptions {
  upload: (files: File[]) => Promise<PickedPicture[]>;
  /** Brings the rich text up to its source, which may have been written on meanwhile. False when it cannot hold that. */
  catchUp: () => boolean;
  /** Tells the page at once that they stand there: who writes in the source meanwhile goes on from that. */
  tell: () => void;
  fail: (message: string) => void;
}

interface Placeholder {
  id: object;
  /** Pictures that are being uploaded. */
  count: number;
}

type Change = { add: Placeholder & { pos: number } } | { remove: object };

const key = new PluginKey<DecorationSet>("uploads");

/** Pictures that are pasted or dropped: a placeholder stands at their place until they are stored. */
export const Uploads = Extension.create<UploadsOptions>({
  name: "uploads",
  addOptions: () => ({
    upload: () => Promise.resolve([]),
    catchUp: () => true,
    tell: () => undefined,
    fail: () => undefined,
  }),
  addProseMirrorPlugins() {
    const { options } = this;
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, set) {
            // A change of somebody else takes no picture away that is being uploaded.
            const moved = tr.getMeta("shown") === true ? moveAll(set, tr) : set.map(tr.mapping, tr.doc);
            const change = tr.getMeta(key) as Change | undefined;
            if (!change) return moved;
            if ("add" in change) {
              const { id, pos, count } = change.add;
              return moved.add(tr.doc, [Decoration.widget(pos, () => drawPlaceholder(count), { id, count })]);
            }
            return moved.remove(moved.find(undefined, undefined, ({ id }) => id === change.remove));
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, event, slice) => {
            if (hasWaiting(slice)) {
              storePasted(view, slice, options);
              return true;
            }
            const files = listPictures(event.clipboardData);
            // Word and spreadsheets copy a picture of the text beside the text.
            const html = event.clipboardData?.getData("text/html") ?? "";
            if (files.length === 0 || textOf(parseHtml(html).body).trim() !== "") return false;
            void store(view, files, view.state.selection.from, options);
            return true;
          },
          handleDrop: (view, event, _slice, isMoved) => {
            const files = isMoved ? [] : listPictures(event.dataTransfer);
            if (files.length === 0) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            void store(view, files, at ?? view.state.selection.from, options);
            return true;
          },
        },
      }),
    ];
  },
});

function listPictures(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

async function store(view: EditorView, files: File[], at: number, options: UploadsOptions): Promise<void> {
  const id = {};
  view.dispatch(view.state.tr.setMeta(key, { add: { id, pos: findBehind(view.state.doc, at), count: files.length } }));
  await upload(view, id, files, options);
}

/** The place behind the block of the article around `at`. */
function findBehind(doc: Node, at: number): number {
  const $at = doc.resolve(at);
  return $at.depth === 0 ? at : $at.after(1);
}

/** Pastes text; what were pictures in it come to their places when they are stored, in the order of the text. */
function storePasted(view: EditorView, slice: Slice, options: UploadsOptions): void {
  const tr = view.state.tr.replaceSelection(slice);
  const taken = takeWaiting(tr);
  view.dispatch(tr.scrollIntoView().setMeta("paste", true).setMeta("uiEvent", "paste"));
  const ids = taken.map(({ pos }) => {
    const id = {};
    view.dispatch(view.state.tr.setMeta(key, { add: { id, pos: findBehind(view.state.doc, pos), count: 1 } }));
    return id;
  });
  void (async () => {
    for (const [at, { file, alt, caption }] of taken.entries())
      await upload(view, ids[at] ?? {}, [file], options, { alt, caption });
  })();
}

async function upload(
  view: EditorView,
  id: object,
  files: File[],
  { upload, catchUp, tell, fail }: UploadsOptions,
  words = { alt: "", caption: "" },
): Promise<void> {
  let pictures: PickedPicture[] = [];
  try {
    pictures = await upload(files);
  } catch (error) {
    fail(error instanceof Error ? error.message : "The picture could not be stored. Try again.");
  }
  if (view.isDestroyed) return;
  const canHold = catchUp();
  if (!canHold && pictures.length > 0)
    fail("Rich text cannot hold this article, so the picture is in the library alone.");
  const [placeholder] = key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
  const tr = view.state.tr.setMeta(key, { remove: id });
  const figure = view.state.schema.nodes.figure;
  if (canHold && placeholder && figure)
    tr.insert(
      placeholder.from,
      pictures.map(({ src, alt, caption }) =>
        figure.create({ src, alt: words.alt || alt, title: words.caption || caption }),
      ),
    );
  view.dispatch(tr);
  tell();
}

function moveAll(set: DecorationSet, { mapping, doc }: Transaction): DecorationSet {
  const moved = set.map(mapping, doc);
  const lost = set
    .find()
    .filter(({ spec }) => moved.find(undefined, undefined, ({ id }) => id === spec.id).length === 0);
  return moved.add(
    doc,
    lost.map(({ from, spec }) => {
      const { id, count } = spec as Placeholder;
      return Decoration.widget(mapping.map(from), () => drawPlaceholder(count), { id, count });
    }),
  );
}

function drawPlaceholder(count: number): HTMLElement {
  const element = document.createElement("div");
  element.className = "editor-placeholder";
  element.setAttribute("role", "status");
  element.textContent = count === 1 ? "Storing the picture…" : `Storing ${count} pictures…`;
  return element;
}
