/**
 * Draws the pages of a PDF in a frame without an origin, a network and cookies: what a file does to this code stays in the
 * frame. Pages are pictures, with their words beside them for screen readers.
 */
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist";
// @ts-expect-error -- the package has no types of it, and nothing of it is called here
import * as parser from "pdfjs-dist/build/pdf.worker.mjs";

export type FrameOrder = { kind: "file"; bytes: ArrayBuffer } | { kind: "zoom"; zoom: number };
export type FrameAnswer =
  | { kind: "ready" }
  | { kind: "drawn"; pages: number; drawn: number }
  | { kind: "failed"; why: "password" | "broken" | "unread" };

/** Most pages that are drawn, and most pixels of one. */
const mostPages = 40;
const mostPixels = 8e6;

// The parser runs beside the drawing: a frame without an origin cannot start a worker.
Object.assign(globalThis, { pdfjsWorker: parser });

let file: PDFDocumentProxy | undefined;
let zoom = 1;
/** Counts the drawings, so that an older one ends when a newer begins. */
let turn = 0;

addEventListener("message", ({ source, data }: MessageEvent<FrameOrder>) => {
  if (source !== parent) return;
  void (data.kind === "file" ? open(data.bytes) : change(data.zoom)).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    tell({ kind: "failed", why: isLocked ? "password" : "broken" });
  });
});
tell({ kind: "ready" });

function tell(answer: FrameAnswer): void {
  parent.postMessage(answer, "*");
}

async function open(bytes: ArrayBuffer): Promise<void> {
  file = await getDocument({
    data: new Uint8Array(bytes),
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    canvasMaxAreaInBytes: mostPixels * 4,
  }).promise;
  await draw();
}

async function change(next: number): Promise<void> {
  zoom = next;
  await draw();
}

async function draw(): Promise<void> {
  if (!file) return;
  turn += 1;
  const mine = turn;
  const drawn = Math.min(file.numPages, mostPages);
  const sheets = document.createElement("main");
  for (let number = 1; number <= drawn; number += 1) {
    const sheet = await drawPage(file, number);
    if (mine !== turn) return;
    sheets.appendChild(sheet);
    // The first page shows as soon as it is there.
    if (number === 1) document.body.replaceChildren(sheets);
  }
  tell({ kind: "drawn", pages: file.numPages, drawn });
}

async function drawPage(pages: PDFDocumentProxy, number: number): Promise<HTMLElement> {
  const page = await pages.getPage(number);
  const plain = page.getViewport({ scale: 1 });
  const width = Math.min(document.documentElement.clientWidth - 28, 760) * zoom;
  const fit = width / plain.width;
  const sharp = Math.min(devicePixelRatio || 1, 2);
  const most = Math.sqrt(mostPixels / (plain.width * plain.height));
  const viewport = page.getViewport({ scale: Math.min(fit * sharp, most) });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.style.width = `${width}px`;
  canvas.setAttribute("aria-hidden", "true");
  // 0: no links, forms or other annotations.
  await page.render({ canvas, viewport, annotationMode: 0 }).promise;
  const content = await page.getTextContent();
  const words = document.createElement("p");
  words.textContent = content.items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  const sheet = document.createElement("section");
  sheet.setAttribute("aria-label", `Page ${number}`);
  sheet.appendChild(canvas);
  sheet.appendChild(words);
  page.cleanup();
  return sheet;
}
