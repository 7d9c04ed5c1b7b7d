/**
 * Finishes the HTML that React Router has rendered. Its scripts and preloads carry the nonce of the render, which nobody
 * can guess: a script that got into the content has none, so it runs neither now nor later.
 */
import * as inline from "virtual:inline-scripts";
import { answerConditionally, tagBody, type TaggedBody } from "#worker/lib/http/etag.ts";
import { documentPolicy } from "#worker/lib/http/security-headers.ts";

/** A page for everybody as text, and those of its scripts that React wrote. */
export interface FinishedHtml {
  html: string;
  scripts: readonly string[];
}

/** A page for everybody as it is sent, and how its policy names its scripts. */
export interface PublicPage extends TaggedBody {
  sources: readonly string[];
}

/**
 * The scripts of `html` wait for app/inline/boot.ts. `rules` say which documents the browser may fetch ahead
 * (speculation-rules.ts).
 */
export function finishPublicHtml(html: string, nonce: string, rules: string): FinishedHtml {
  const scripts = [rules];
  const silenced = html
    .replaceAll(new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([^]*?)</script>`, "g"), (...found) => {
      const [, before = "", after = "", text = ""] = found as string[];
      if (text) scripts.push(text);
      return `<script${silence(before + after)}>${text}</script>`;
    })
    .replaceAll('<link rel="modulepreload"', '<link rel="intent"')
    .replaceAll(` nonce="${nonce}"`, "");
  return {
    html: addScripts(silenced, { first: [inline.theme], last: [inline.boot, inline.consent], rules }),
    scripts,
  };
}

/** Names the scripts of a page by their hashes, and the page by its own. */
export async function tagPublicPage({ html, scripts }: FinishedHtml): Promise<PublicPage> {
  const named = await Promise.all(scripts.map(nameSource));
  return { ...(await tagBody(html)), sources: [...inline.sources, ...named] };
}

/** Answers with `page`, or with 304 when the request already has it. `headers` become those of the answer. */
export function answerPublicPage(
  request: Request,
  page: PublicPage,
  { status, headers }: Pick<Response, "status" | "headers">,
  env: Env,
): Response {
  headers.set("Content-Security-Policy", documentPolicy(page.sources, env));
  return answerConditionally(request, page, { status, headers });
}

/** The attributes of a script that must not run yet. If the scroll restoration ran later, the page would jump. */
function silence(attributes: string): string {
  if (attributes.includes(" data-inert=")) return `${attributes} type="text/plain"`;
  const type = / type="([^"]*)"/.exec(attributes)?.[1] ?? "";
  return `${attributes.replace(/ (type|async)="[^"]*"/g, "")} type="intent:${type}"`;
}

/** A page for one reader: its scripts run at once, by their nonce. */
export function finishPrivatePage(html: string, nonce: string): string {
  return addScripts(html, { first: [inline.theme], last: [], nonce });
}

/** A page in a frame, for looking at alone: without the scripts that React wrote. */
export function finishFramedPage(html: string, nonce: string): string {
  return html
    .replaceAll(new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>[^]*?</script>`, "g"), "")
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, "");
}

/** Vite's own inline scripts and styles need a page without nonces. */
export function finishForDevelopment(html: string, nonce: string): string {
  return addScripts(html.replaceAll(` nonce="${nonce}"`, ""), { first: [inline.theme], last: [inline.consent] });
}

interface AddedScripts {
  first: string[];
  last: string[];
  nonce?: string;
  rules?: string;
}

/** `html` with scripts before everything else in its head and after everything else in its body. */
function addScripts(html: string, { first, last, nonce, rules }: AddedScripts): string {
  const write = (text: string) => `<script${nonce ? ` nonce="${nonce}"` : ""}>${text}</script>`;
  const head = html.indexOf("<head>") + "<head>".length;
  const end = html.lastIndexOf("</body>");
  return [
    html.slice(0, head),
    ...first.map(write),
    html.slice(head, end),
    rules ? `<script type="speculationrules">${rules}</script>` : "",
    ...last.map(write),
    html.slice(end),
  ].join("");
}

/** As a Content-Security-Policy names a script: by the hash of its text. */
async function nameSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
