import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { replaceLines } from "./replace-lines.ts";

interface PlainTextProps extends Omit<ComponentProps<"textarea">, "ref" | "value" | "defaultValue" | "onChange"> {
  ref?: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
}

/**
 * A field of plain text. What is typed into it before script runs stays, and so does the cursor in its word when somebody
 * else changes the text around it.
 */
export function PlainText({ ref, text, onChange, ...props }: PlainTextProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? own;
  const shown = text.replaceAll(/\r\n?/g, "\n");
  const isRunning = useHydrated();
  // React writes the text it is given over what stands in a field of the server's HTML. So it is given that.
  const [early] = useState(() => (isRunning || import.meta.env.SSR ? null : readField(props.name)));
  const isNew = useRef(true);

  useLayoutEffect(() => {
    const isEarly = isNew.current && early !== null;
    isNew.current = false;
    if (field.current && !isEarly) replaceLines(field.current, shown);
  }, [field, early, shown]);

  const tellEarly = useEffectEvent(() => {
    const typed = field.current?.value ?? shown;
    if (early !== null && typed !== shown) onChange(typed);
  });
  useEffect(() => tellEarly(), []);

  // Not by its `value`, which would put the cursor to the end.
  return (
    <textarea {...props} ref={field} defaultValue={early ?? shown} onChange={({ target }) => onChange(target.value)} />
  );
}

function readField(name: string | undefined): string | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value ?? null;
}
