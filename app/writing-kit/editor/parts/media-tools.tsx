import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useEffect, useId, useRef, useState } from "react";
import { findEmbed } from "#shared/insights/article-embeds.ts";
import "../recipes.ts";

interface DescriptionProps {
  editor: Editor;
  alt: string;
  pos: number;
}

interface FigureToolsProps extends DescriptionProps {
  caption: string;
  /** As in shared/insights/article-pictures.ts. */
  width: string;
}

/** What the picture that is selected shows, for those who cannot see it. */
export function Description({ editor, alt, pos }: DescriptionProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>What it shows</label>
      <input
        id={id}
        className="kit-input"
        data-describes=""
        value={alt}
        onChange={(event) => setAttribute(editor, pos, "alt", event)}
      />
    </>
  );
}

/** Puts the cursor into the description of the picture that is selected. */
export function focusDescription(editor: Editor | null): void {
  editor?.view.dom.closest(".editor")?.querySelector<HTMLInputElement>("[data-describes]")?.focus();
}

/** Words and width of the picture that is selected. */
export function FigureTools({ editor, alt, caption, width, pos }: FigureToolsProps) {
  const id = useId();
  const set = (name: string) => (event: { target: { value: string } }) => setAttribute(editor, pos, name, event);
  return (
    <>
      <Description {...{ editor, alt, pos }} />
      <label htmlFor={`${id}-caption`}>Caption</label>
      <input id={`${id}-caption`} className="kit-input" value={caption} onChange={set("title")} />
      <label htmlFor={`${id}-width`}>Width</label>
      <select id={`${id}-width`} className="kit-input editor-choice" value={width} onChange={set("width")}>
        <option value="small">Small</option>
        <option value="">As the text</option>
        <option value="wide">Wide</option>
      </select>
    </>
  );
}

/** Address and title of the video that is selected. */
export function EmbedTools({ editor, href, title, pos }: { editor: Editor; href: string; title: string; pos: number }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // What is typed and no address of a video yet is not in the article.
  const [address, setAddress] = useState(href);
  const isWrong = address.trim() !== "" && !findEmbed(address.trim());

  useEffect(() => {
    if (field.current?.value !== "") return;
    // The menu that it was chosen from puts the cursor back a frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => field.current?.focus()));
  }, []);

  return (
    <>
      <label htmlFor={`${id}-address`}>Address</label>
      <input
        ref={field}
        id={`${id}-address`}
        className="kit-input"
        inputMode="url"
        placeholder="https://www.youtube.com/watch?v=…"
        value={address}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        onChange={(event) => {
          const value = event.target.value.trim();
          setAddress(event.target.value);
          if (findEmbed(value)) setAttribute(editor, pos, "href", { target: { value } });
        }}
      />
      {isWrong && (
        <span id={`${id}-fault`} className="editor-fault" role="alert">
          Only videos of YouTube and Vimeo. Link to anything else.
        </span>
      )}
      <label htmlFor={`${id}-title`}>Title</label>
      <input
        id={`${id}-title`}
        className="kit-input"
        value={title}
        onChange={(event) => setAttribute(editor, pos, "title", event)}
      />
    </>
  );
}

/** Changes the block at `pos` and keeps it selected, so that its fields stay. */
function setAttribute(editor: Editor, pos: number, name: string, { target }: { target: { value: string } }): void {
  const { tr } = editor.state;
  tr.setNodeAttribute(pos, name, target.value);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)));
}
