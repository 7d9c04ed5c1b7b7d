import type { ComponentProps } from "react";
import { Link } from "react-router";

interface PlaceLinkProps extends Omit<ComponentProps<typeof Link>, "to" | "onClick"> {
  /** Id of the place on this page. */
  to: string;
}

/**
 * A link to a place on the same page. Without script the browser follows it; afterwards the router does, so that the
 * way back leads to where the reader was, and the focus goes along as it would without.
 */
export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  function takeFocus(): void {
    const place = document.getElementById(to);
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
  return <Link to={`#${to}`} onClick={takeFocus} {...rest} />;
}
