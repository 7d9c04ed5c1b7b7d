/** Pages as the server sends them: a check without a browser costs a twentieth. */
import { type HTMLElement, parse } from "node-html-parser";
import type { APIRequestContext } from "playwright/test";

export async function readHtml(request: APIRequestContext, path: string): Promise<HTMLElement> {
  return parse(await (await request.get(path)).text());
}

/** The words of an element, with one space between them. */
export function readText(element: HTMLElement | null): string {
  return (element?.text ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Addresses of all links in an element, in order. */
export function listLinks(element: HTMLElement | null): (string | undefined)[] {
  return (element?.querySelectorAll("a") ?? []).map((link) => link.getAttribute("href"));
}
