import { lazy, Suspense } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ChallengeProps } from "./challenge-widget.tsx";

/** Where its code does not come, the form goes without an answer of it, and a person checks what was sent. */
const Widget = import.meta.env.SSR
  ? null
  : lazy(() => import("./challenge-widget.tsx").catch(() => ({ default: () => null })));

/** Turnstile's widget; `siteKey` is null where the owner has not set it up, and nothing is loaded then. */
export function Challenge({ siteKey, refusal }: Omit<ChallengeProps, "siteKey"> & { siteKey: string | null }) {
  const hydrated = useHydrated();
  return Widget && siteKey && hydrated ? (
    <Suspense>
      <Widget siteKey={siteKey} refusal={refusal} />
    </Suspense>
  ) : null;
}
