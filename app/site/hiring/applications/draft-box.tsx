import { type RefObject, useEffect, useState } from "react";
import type { FormWords } from "#app/content/pages/apply-form.ts";
import { draftKey, draftLife } from "#shared/hiring/application-draft.ts";
import { day } from "#shared/dates/durations.ts";
import "#app/ui/field-recipes.ts";

type Fields = [name: string, value: string][];
interface Draft {
  at: number;
  fields: Fields;
}

/** Fields that belong to this very form, and are never part of a draft. */
const own = /^(?:ticket|source|referrer|timeZone|visit|fax|consent|keep|cf-turnstile-response)$|-(?:upload|about)$/;

function readDrafts(): Record<string, Draft> {
  try {
    const drafts = JSON.parse(localStorage.getItem(draftKey) ?? "{}") as Record<string, Draft>;
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => at > Date.now() - draftLife * day));
  } catch {
    return {};
  }
}

/** Forms that were sent: what was still to be saved of their drafts is not. */
const sent = new Set<string>();

/** Forgets the draft of a form that was sent. */
export function endDraft(name: string): void {
  sent.add(name);
  writeDraft(name, null);
}

/** Gives the draft of one form to another. */
export function moveDraft(from: string, to: string): void {
  const draft = readDrafts()[from];
  if (draft && from !== to) writeDraft(to, draft);
  if (from !== to) endDraft(from);
}

/** Keeps `draft` under `name`, or nothing of it. False when this device keeps nothing. */
function writeDraft(name: string, draft: Draft | null): boolean {
  try {
    const { [name]: _former, ...others } = readDrafts();
    const drafts = draft ? { ...others, [name]: draft } : others;
    if (Object.keys(drafts).length > 0) localStorage.setItem(draftKey, JSON.stringify(drafts));
    else localStorage.removeItem(draftKey);
    return true;
  } catch {
    return false;
  }
}

export interface DraftBoxProps {
  form: RefObject<HTMLFormElement | null>;
  /** Of the form. */
  name: string;
  words: FormWords["draft"];
}

/**
 * Keeps a draft of the form on the device, if its reader asks for one: what was typed comes back when the form is opened again.
 */
export function DraftBox({ form, name, words }: DraftBoxProps) {
  const [former] = useState(() => readDrafts()[name]);
  const [isStored, setStored] = useState(former !== undefined);
  const isBack = former !== undefined && isStored;

  useEffect(() => {
    if (former && form.current) fill(form.current, former.fields);
  }, [form, former]);

  useEffect(() => {
    const { current } = form;
    if (!isStored || !current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    sent.delete(name);
    const save = () => sent.has(name) || writeDraft(name, { at: Date.now(), fields: readFields(current) });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(save, 400);
    };
    save();
    current.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      current.removeEventListener("input", later);
    };
  }, [form, isStored, name]);

  function keep(wanted: boolean) {
    setStored(wanted);
    if (!wanted) writeDraft(name, null);
  }

  return (
    <>
      <div className="field-check">
        <input
          type="checkbox"
          id="keep-draft"
          checked={isStored}
          onChange={({ currentTarget }) => keep(currentTarget.checked)}
        />
        <label htmlFor="keep-draft">{words.keep}</label>
      </div>
      {isBack && (
        <p className="form-note" role="status">
          <span className="field-icon-info" aria-hidden="true" />
          <span>{words.back}</span>
        </p>
      )}
    </>
  );
}

function readFields(form: HTMLFormElement): Fields {
  return [...new FormData(form)].filter(
    (field): field is Fields[number] => typeof field[1] === "string" && field[1] !== "" && !own.test(field[0]),
  );
}

/** Only what is empty is filled in, so that a form that came back with answers keeps them. */
function fill(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of fields)
    for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `[name="${CSS.escape(name)}"]`,
    )) {
      if (control.type === "radio" || control.type === "checkbox")
        (control as HTMLInputElement).checked ||= control.value === value;
      else if (control.value === "") control.value = value;
    }
}
