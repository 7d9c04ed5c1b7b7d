import type { FormEvent } from "react";

/** A text that somebody typed and that no form has saved. */
export interface UnsavedText {
  /** Which of the unsaved texts of the page it is. */
  id: number;
  /** The name of its field. */
  label: string;
  text: string;
}

/**
 * The fields of this page that were typed into, with what they held before. They can still be read when they have left
 * the page.
 */
const typed = new Map<HTMLElement, { label: string; before: string }>();

/** For `onInput` around the pages: remembers into which fields of text somebody types. */
export function noteTyping({ target }: FormEvent): void {
  if (!(target instanceof HTMLElement) || !holdsText(target) || typed.has(target)) return;
  typed.set(target, { label: nameField(target), before: "defaultValue" in target ? String(target.defaultValue) : "" });
}

/** The texts that differ from what their fields held before. Passwords and searches are not among them. */
export function listUnsaved(): UnsavedText[] {
  return [...typed]
    .map(([field, { label, before }]) => ({ label, before, text: readText(field) }))
    .filter(({ text, before }) => text !== before && text.trim() !== "")
    .map(({ label, text }, id) => ({ id, label, text }));
}

/** Forgets the texts that a form has sent. */
export function forgetSent(sent: FormData): void {
  for (const field of typed.keys()) {
    const name = field.getAttribute("name");
    if (name !== null && sent.getAll(name).some((value) => isSameText(value, readText(field)))) typed.delete(field);
  }
}

/** Another page is open, or it is somebody else's: what was typed before was saved or given up. */
export function forgetTyping(): void {
  typed.clear();
}

const textTypes = new Set(["text", "email", "url", "tel", "number"]);

function holdsText(field: HTMLElement): boolean {
  if (field.isContentEditable || field instanceof HTMLTextAreaElement) return true;
  return field instanceof HTMLInputElement && textTypes.has(field.type) && field.form?.method !== "get";
}

function nameField(field: HTMLElement): string {
  const { labels = null } = field as HTMLInputElement;
  return (labels?.[0]?.textContent || field.ariaLabel || "Text").trim();
}

function readText(field: HTMLElement): string {
  return "value" in field ? String(field.value) : field.textContent;
}

/** A form sends line breaks as CRLF. */
function isSameText(sent: FormDataEntryValue, text: string): boolean {
  return typeof sent === "string" && sent.replaceAll("\r\n", "\n") === text;
}
