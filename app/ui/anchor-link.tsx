// Bundle: site
import type { ComponentProps } from "react";
import { Link } from "react-router";

interface AnchorLinkProps extends Omit<ComponentProps<typeof Link>, "to" | "onClick"> {
  /** Id of the target element on this page. */
  to: string;
}

/**
 * A link to an anchor on the same page. Without script the browser follows it. After hydration the router does, so that
 * going back restores the scroll position; the focus moves to the target in both cases.
 */
export function AnchorLink({ to, ...rest }: AnchorLinkProps) {
  function takeFocus(): void {
    const place = document.getElementById(to);
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
  return <Link to={`#${to}`} onClick={takeFocus} {...rest} />;
}
