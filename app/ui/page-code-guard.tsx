import { startTransition, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { refuseReloads } from "./reload-page.ts";

/**
 * When the code of a page cannot be loaded (a new deployment, no network), React Router loads the old page anew, without
 * a word, and the navigation never ends. Here that is refused (docs/decisions/021). Throws when a visitor was on their
 * way, so that they see the error screen; a page that was only fetched ahead is nobody's trouble yet.
 */
export function PageCodeGuard() {
  const { location } = useNavigation();
  const [isRefused, setRefused] = useState(false);
  // A transition, as React Router's own states are: what it knew before of a navigation is then known here.
  useEffect(() => refuseReloads(() => startTransition(() => setRefused(true))), []);
  if (isRefused && location) throw new Error(`The code of ${location.pathname} could not be loaded`);
  if (isRefused) setRefused(false);
  return null;
}
