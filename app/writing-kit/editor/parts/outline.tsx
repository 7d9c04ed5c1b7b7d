import type { Editor } from "@tiptap/core";
import { listHeadings } from "../article-facts.ts";
import { useLater } from "./use-later.ts";
import "../recipes.ts";

/** The headings of the article; each leads to its place. */
export function Outline({ editor }: { editor: Editor }) {
  const headings = useLater(editor, listHeadings);
  return (
    <nav className="editor-outline" aria-label="Outline">
      {headings.length === 0 && <p>No headings yet. They will be listed here.</p>}
      <ol>
        {headings.map(({ level, text, pos, index }) => (
          <li key={index} data-level={level}>
            <button
              type="button"
              onClick={() =>
                editor
                  .chain()
                  .setTextSelection(pos + 1)
                  .scrollIntoView()
                  .focus()
                  .run()
              }
            >
              {text || "Empty heading"}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
