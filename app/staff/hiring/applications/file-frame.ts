/** The document of the frame that draws PDFs. */
import { ownFramePolicy } from "#worker/lib/http/security-headers.ts";

const styles = `
  html { background: #e4eff2; }
  body { margin: 0; padding: 14px; font: 14px system-ui; }
  main { display: grid; gap: 14px; justify-content: center; }
  section { position: relative; }
  canvas { display: block; height: auto; background: #fff; }
  p { position: absolute; inset: 0; margin: 0; overflow: hidden; opacity: 0; white-space: pre-wrap; pointer-events: none; }
  @media (prefers-color-scheme: dark) { html { background: #0c2b31; } }
`;

/**
 * An empty document with the script that `?script=` names, one of the site's own files, whatever else it says. It has no
 * origin, loads nothing else, and only this site's pages may show it.
 */
export function buildFrame(url: URL): Response {
  const script = url.searchParams.get("script") ?? "";
  if (!/^\/assets\/draw-pages-[\w-]{1,40}\.js$/.test(script) && !import.meta.env.DEV)
    return new Response(null, { status: 400 });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pages</title><style>${styles}</style></head><body><script src="${script.replaceAll(/["<>&]/g, "")}"></script></body></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": ownFramePolicy(url.origin),
    },
  });
}
