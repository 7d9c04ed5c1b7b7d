// Bundle: site
import { startTransition, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { preventReloads } from "./reload-page.ts";

/**
 * When the code of a page cannot be loaded (a new deployment, no network), React Router reloads the old page without a
 * message, and the navigation never ends. This component prevents that reload (docs/decisions/021). If the visitor was
 * during a navigation, it throws, so that they see the error screen. A failed prefetch has no effect.
 */
export function PageCodeGuard() {
  const { location } = useNavigation();
  const [isRefused, setRefused] = useState(false);
  // A transition, like React Router's own updates: the state of the navigation is then already known here.
  useEffect(() => preventReloads(() => startTransition(() => setRefused(true))), []);
  if (isRefused && location) throw new Error(`The code of ${location.pathname} could not be loaded`);
  if (isRefused) setRefused(false);
  return null;
}
