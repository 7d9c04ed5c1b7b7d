import type { Draft } from "./newest-opening.ts";

const names = ["slug", "department", "requisitionId"] as const;
type Early = Partial<Pick<Draft, (typeof names)[number]>>;

/**
 * What was typed into short fields of the page's form before React ran it, which would put the former text back: read when
 * this module is loaded, which is before that. The long texts keep what is typed by themselves (`PlainText`).
 */
let early = import.meta.env.SSR ? null : readForm();

function readForm(): { path: string; fields: Early } | null {
  const form = document.querySelector<HTMLFormElement>("#job-form");
  const typed = names.flatMap((name) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.value !== field.defaultValue
      ? [[name, field.value] as const]
      : [];
  });
  return typed.length > 0 ? { path: location.pathname, fields: Object.fromEntries(typed) } : null;
}

/** What was typed early into the job of this page; null at the second call. */
export function takeTypedEarly(): Early | null {
  const fields = early?.path === location.pathname ? early.fields : null;
  early = null;
  return fields;
}
