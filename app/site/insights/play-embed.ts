/** Puts the player of a video in place of the link to it (worker/insights/markdown-rules.ts). */
export function playEmbed(link: HTMLAnchorElement): void {
  const frame = document.createElement("iframe");
  frame.title = link.firstElementChild?.textContent ?? "";
  frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-presentation");
  frame.src = link.dataset["player"] ?? "";
  link.replaceWith(frame);
  frame.focus();
}
