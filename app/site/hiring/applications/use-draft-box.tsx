// Bundle: apply
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { draftKey } from "#shared/hiring/application-draft.ts";
import type { DraftBoxProps } from "./draft-box.tsx";

/** The code of drafts where this device keeps any; null else, and where it cannot be loaded. */
export async function openDrafts() {
  return hasDrafts() ? import("./draft-box.tsx").catch(() => null) : null;
}

function hasDrafts(): boolean {
  try {
    return localStorage.getItem(draftKey) !== null;
  } catch {
    return false;
  }
}

/**
 * The box that keeps a draft of `form` on the device under `name`. It is loaded once somebody begins to fill in the form, or had
 * a draft: the page needs none of it to hydrate.
 */
export function useDraftBox({ form, name, words }: DraftBoxProps): ReactNode {
  const [DraftBox, setDraftBox] = useState<ComponentType<DraftBoxProps>>();

  useEffect(() => {
    const { current } = form;
    const load = () =>
      void import("./draft-box.tsx").then(
        (module) => setDraftBox(() => module.DraftBox),
        // Without it nothing is stored on this device, as without script.
        () => {},
      );
    if (hasDrafts() || current?.contains(document.activeElement)) load();
    current?.addEventListener("focusin", load, { once: true });
    return () => current?.removeEventListener("focusin", load);
  }, [form]);

  return DraftBox ? <DraftBox form={form} name={name} words={words} /> : null;
}
