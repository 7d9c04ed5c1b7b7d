import { join } from "node:path";
import type { Page } from "playwright/test";
import { build, type Rollup } from "vite";
import type { ReadResult } from "./in-page.ts";

let bundle: Promise<string> | null = null;

/** A page of its own with the readers in it, under a policy that allows nothing but its script: no network, no worker. */
export async function openReader(
  page: Page,
): Promise<(content: string | Uint8Array, name?: string) => Promise<ReadResult>> {
  bundle ??= makeBundle();
  const script = await bundle;
  const policy = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'";
  await page.route("https://reader.test/**", (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: script })
      : route.fulfill({
          contentType: "text/html",
          headers: { "Content-Security-Policy": policy },
          body: '<!doctype html><title>Reader</title><script type="module" src="/reader.js"></script>',
        }),
  );
  await page.goto("https://reader.test/");
  await page.waitForFunction(() => "readFile" in window);
  return (content, name = "export") =>
    page.evaluate(
      ([base64, name]) =>
        (window as unknown as { readFile: (base64: string, name: string) => Promise<ReadResult> }).readFile(
          base64,
          name,
        ),
      [Buffer.from(content).toString("base64"), name] as const,
    );
}

async function makeBundle(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: "error",
    root: join(import.meta.dirname, "../.."),
    build: {
      write: false,
      minify: false,
      target: "es2024",
      rolldownOptions: {
        input: join(import.meta.dirname, "in-page.ts"),
        output: { codeSplitting: false },
      },
    },
  })) as Rollup.RollupOutput;
  const [chunk] = made.output;
  return chunk.code;
}
