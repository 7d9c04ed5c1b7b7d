/**
 * The address that was typed into the page's form before React ran it, which would put the former one back: read when this
 * module is loaded, which is before that. The texts keep what is typed by themselves (`PlainText`).
 */
let early = import.meta.env.SSR ? null : readForm();

function readForm(): { path: string; slug: string } | null {
  const field = document.querySelector<HTMLFormElement>("#article-form")?.elements.namedItem("slug");
  if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) return null;
  return { path: location.pathname, slug: field.value };
}

/** What was typed early as the address of the article on this page; null at the second call. */
export function takeSlugTypedEarly(): string | null {
  const slug = early?.path === location.pathname ? early.slug : null;
  early = null;
  return slug;
}
