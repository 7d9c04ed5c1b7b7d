// Bundle: site
/** Width and height in pixels of the pictures for shared links. */
export const shareImageSize = { width: 1200, height: 630 };

/** Path of the picture that scripts/build-share.ts draws for a public page. `path` such as "/" or "/gcc". */
export function buildShareImagePath(path: string): string {
  return `/share/${path === "/" ? "home" : path.slice(1)}.png`;
}
