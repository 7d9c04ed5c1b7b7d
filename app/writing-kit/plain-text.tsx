import {
  type ChangeEvent,
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { createFieldHistory } from "./saving/field-history.ts";
import { replaceLines } from "./merge/replace-lines.ts";

interface PlainTextProps extends Omit<ComponentProps<"textarea">, "ref" | "value" | "defaultValue" | "onChange"> {
  ref?: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
}

/**
 * A field of plain text. What is typed into it before script runs stays, and so does the cursor in its word when somebody
 * else changes the text around it. Taking back (Ctrl+Z) takes back what was typed here, and nothing of others.
 */
export function PlainText({ ref, text, onChange, ...props }: PlainTextProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? own;
  const shown = text.replaceAll(/\r\n?/g, "\n");
  const isRunning = useHydrated();
  // React writes the text it is given over what stands in a field of the server's HTML. So it is given that.
  const [early] = useState(() => (isRunning || import.meta.env.SSR ? null : readField(props.name)));
  const isNew = useRef(true);
  const [history] = useState(() => createFieldHistory(early ?? shown));

  useLayoutEffect(() => {
    const isEarly = isNew.current && early !== null;
    isNew.current = false;
    if (field.current && !isEarly) history.pass(replaceLines(field.current, shown));
  }, [field, early, shown, history]);

  const tellEarly = useEffectEvent(() => {
    const typed = field.current?.value ?? shown;
    if (early !== null && typed !== shown) onChange(typed);
  });
  useEffect(() => tellEarly(), []);

  const takeBack = useEffectEvent((element: HTMLTextAreaElement, step: "undo" | "redo") => {
    const change = props.readOnly ? null : history[step]();
    if (!change) return;
    const { from, to, text: put } = change;
    element.setRangeText(put, from, to, "end");
    onChange(element.value);
  });
  useEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    const watch = new AbortController();
    const { signal } = watch;
    // By key, or by a menu of the browser.
    const onKey = (event: KeyboardEvent) => {
      const step = event.isComposing ? null : readHistoryStep(event);
      if (!step) return;
      event.preventDefault();
      takeBack(element, step);
    };
    const onInput = (event: InputEvent) => {
      if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
      event.preventDefault();
      takeBack(element, event.inputType === "historyUndo" ? "undo" : "redo");
    };
    element.addEventListener("keydown", onKey, { signal });
    element.addEventListener("beforeinput", onInput, { signal });
    return () => watch.abort();
  }, [field]);

  function onInput({ target, timeStamp }: ChangeEvent<HTMLTextAreaElement>) {
    history.note(target.value, timeStamp);
    onChange(target.value);
  }

  // Not by its `value`, which would put the cursor to the end.
  return <textarea {...props} ref={field} defaultValue={early ?? shown} onChange={onInput} />;
}

/** Ctrl+Z, Ctrl+Y, and Shift with the former; Cmd on a Mac. */
function readHistoryStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): "undo" | "redo" | null {
  if (ctrlKey === metaKey || altKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && ctrlKey ? "redo" : null;
}

function readField(name: string | undefined): string | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value ?? null;
}
