import { type RefObject, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";

/** False for files such as pictures and feeds: they have no route, so the browser loads them. */
export function isPage(pathname: string): boolean {
  return !pathname.startsWith("/api/") && !/\.[a-z0-9]+$/i.test(pathname);
}

/**
 * Lets the router follow plain links in text that came as HTML, to other pages of the site and to anchors on this page.
 * Links opened in a new tab or window are left to the browser. A link to a video plays it in its place.
 */
export function useRouterLinks(text: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented) return;
    if (link.dataset["player"] !== undefined) {
      event.preventDefault();
      return playEmbed(link);
    }
    if (link.origin !== location.origin) return;
    if (!isPage(link.pathname)) return;
    event.preventDefault();
    const isHere = link.pathname === location.pathname && link.hash !== "";
    void navigate(link.pathname + link.search + link.hash, { viewTransition: !isHere });
    if (isHere) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = text.current;
    const onClick = (event: MouseEvent) => follow(event);
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, [text]);
}

/** Puts the player of a video in place of the link to it (worker/insights/markdown-rules.ts). */
function playEmbed(link: HTMLAnchorElement): void {
  const frame = document.createElement("iframe");
  frame.title = link.firstElementChild?.textContent ?? "";
  frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-presentation");
  frame.src = link.dataset["player"] ?? "";
  link.replaceWith(frame);
  frame.focus();
}
