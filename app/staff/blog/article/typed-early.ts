import type { PostDraft } from "#worker/insights/post-draft.ts";

/** The fields that a form without script has. */
export type PlainFields = Pick<PostDraft, "title" | "dek" | "slug" | "markdown">;

const names = ["title", "dek", "slug", "markdown"] as const;

/**
 * What was typed into the page's form before React ran it, which would put the former values back: read when this module
 * is loaded, which is before that. Null where there is no form yet.
 */
let early: { path: string; fields: Partial<PlainFields> } | null = import.meta.env.SSR ? null : readForm();

function readForm(): typeof early {
  const form = document.querySelector<HTMLFormElement>("#article-form");
  if (!form) return null;
  const entries = names.flatMap((name) => {
    const field = form.elements.namedItem(name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isField && field.value !== field.defaultValue ? [[name, field.value]] : [];
  });
  return { path: location.pathname, fields: Object.fromEntries(entries) as Partial<PlainFields> };
}

/** What was typed early into the page at the present address; nothing at the second call. */
export function takeTypedEarly(): Partial<PlainFields> {
  const taken = early?.path === location.pathname ? early.fields : {};
  early = null;
  return taken;
}
