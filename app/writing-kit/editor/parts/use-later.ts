import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";

/** What `read` makes of the article, read again a moment after it changed: never between two keys. */
export function useLater<Value>(editor: Editor, read: (doc: Node) => Value): Value {
  const [value, setValue] = useState(() => read(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = ({ transaction }: { transaction: { docChanged: boolean; getMeta: (key: string) => unknown } }) => {
      if (!transaction.docChanged && !transaction.getMeta("shown")) return;
      clearTimeout(timer);
      timer = setTimeout(() => setValue(() => read(editor.state.doc)), 300);
    };
    editor.on("transaction", wait);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", wait);
    };
  }, [editor, read]);
  return value;
}
