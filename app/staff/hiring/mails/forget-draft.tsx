import { useEffect } from "react";
import { forgetDraft } from "./device-drafts.ts";

/** With the application the device forgets what was typed about it. */
export function ForgetDraft({ application }: { application: string }) {
  useEffect(() => forgetDraft(application), [application]);
  return null;
}
