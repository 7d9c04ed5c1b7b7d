import { type RefObject, useEffect, useState } from "react";
import { draftKey, draftLife } from "#app/shared/application-draft.ts";
import { day } from "#app/shared/durations.ts";

type Fields = [name: string, value: string][];
interface Draft {
  at: number;
  fields: Fields;
}

/** Fields that belong to this very form, and are never part of a draft. */
const own = /^(?:ticket|source|referrer|timeZone|fax|consent|keep|cf-turnstile-response)$|-(?:upload|about)$/;

function readDrafts(): Record<string, Draft> {
  try {
    const drafts = JSON.parse(localStorage.getItem(draftKey) ?? "{}") as Record<string, Draft>;
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => at > Date.now() - draftLife * day));
  } catch {
    return {};
  }
}

/** Keeps `draft` under `name`, or nothing of it. False when this device keeps nothing. */
export function writeDraft(name: string, draft: Draft | null): boolean {
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

/**
 * A draft of the form on the device, if its reader asks for one: what was typed comes back when the form is opened again.
 * `name` is that of the form.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string) {
  const [isKept, setKept] = useState(false);
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    const draft = readDrafts()[name];
    if (!draft || !form.current) return;
    fill(form.current, draft.fields);
    setKept(true);
    setBack(true);
  }, [form, name]);

  useEffect(() => {
    const { current } = form;
    if (!isKept || !current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => writeDraft(name, { at: Date.now(), fields: readFields(current) });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(save, 400);
    };
    save();
    current.addEventListener("input", later);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      current.removeEventListener("input", later);
      removeEventListener("pagehide", save);
    };
  }, [form, isKept, name]);

  function keep(wanted: boolean) {
    setKept(wanted);
    if (wanted) return;
    setBack(false);
    writeDraft(name, null);
  }

  return { isKept, isBack, keep };
}

function readFields(form: HTMLFormElement): Fields {
  return [...new FormData(form)].filter(
    (field): field is Fields[number] => typeof field[1] === "string" && field[1] !== "" && !own.test(field[0]),
  );
}

/** Only what is empty is filled in, so that a form that came back with answers keeps them. */
function fill(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of fields)
    for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${CSS.escape(name)}"]`)) {
      if (control.type === "radio" || control.type === "checkbox")
        (control as HTMLInputElement).checked ||= control.value === value;
      else if (control.value === "") control.value = value;
    }
}
