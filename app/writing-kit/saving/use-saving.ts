import { type FormEvent, useState } from "react";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";

/** Saves at once where the writer asks for it, and before the preview is shown. */
export function useSaving(saver: { save: () => Promise<void> }) {
  const [isPreviewed, setPreviewed] = useState(false);

  useShortcut({ keys: "mod+s", name: "Save now", group: "This page" }, () => {
    void saver.save();
    return true;
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    void saver.save();
  }

  async function switchPreview() {
    if (!isPreviewed) await saver.save();
    setPreviewed(!isPreviewed);
  }

  return { isPreviewed, setPreviewed, submit, switchPreview: () => void switchPreview() };
}
