import { brandGround, lightPage } from "virtual:token-colours";
import { brand } from "#app/content/brand.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerText } from "./answer-text.ts";

export const handle = { cache: "public", tags: ["findability"] } satisfies RouteHandle;

/** Name, colours and icons for installing the site on a home screen (W3C web app manifest). */
export function loader() {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: "en-GB",
    id: "/",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: lightPage,
    theme_color: brandGround,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return answerText(JSON.stringify(manifest), "application/manifest+json");
}
