/** What the Worker makes of the HTML that React Router has rendered. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { finishPrivatePage, finishPublicHtml, tagPublicPage } from "#worker/pages/finish-page.ts";
import { countRuns } from "../../runs.ts";

const nonce = "11111111-2222-4333-8444-555555555555";

const rules = `{"prefetch":[]}`;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const write = (body: string, head = "") =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

const finishPublicPage = (html: string) => tagPublicPage(finishPublicHtml(html, nonce, rules));

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

test("scripts of the render wait, and the policy names each by its hash", async () => {
  const body =
    `<script nonce="${nonce}">one()</script>` +
    `<script nonce="${nonce}" type="module" async="">import "/two.js"</script>` +
    `<script data-inert="true" nonce="${nonce}">three()</script>`;
  const { bytes, sources } = await finishPublicPage(write(body, `<link rel="modulepreload" href="/two.js"/>`));
  const html = decode(bytes);
  expect(html).toContain(`<script type="intent:">one()</script>`);
  expect(html).toContain(`<script type="intent:module">import "/two.js"</script>`);
  expect(html).toContain(`<script data-inert="true" type="text/plain">three()</script>`);
  expect(html).toContain(`<link rel="intent" href="/two.js"/>`);
  expect(html).not.toContain(nonce);
  expect(html).toContain(`<script type="speculationrules">${rules}</script>`);
  for (const text of ["one()", `import "/two.js"`, "three()", rules]) expect(sources).toContain(await hash(text));
});

test("a script without this render's nonce stays as it is, and no policy names it", async () => {
  const foreign = [
    "<script>bad()</script>",
    `<script nonce="">bad()</script>`,
    `<script nonce="other" type="module">bad()</script>`,
    `<script type="intent:module">bad()</script>`,
  ];
  for (const script of foreign) {
    const { bytes, sources } = await finishPublicPage(write(`${script}<script nonce="${nonce}">good()</script>`));
    expect(decode(bytes)).toContain(script.includes("nonce") ? script : `<body>${script}`);
    expect(sources).not.toContain(await hash("bad()"));
    expect(sources).toContain(await hash("good()"));
  }
});

test("whatever a script or the page says arrives as it was", async () => {
  const script = fc.string({ unit: "grapheme" }).filter((text) => !/<\/script/i.test(text) && !text.includes(nonce));
  const content = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[<>]/g, "$&"));
  await fc.assert(
    fc.asyncProperty(script, content, async (code, text) => {
      const { bytes, sources } = await finishPublicPage(
        write(`<p>${text}</p><script nonce="${nonce}">${code}</script>`),
      );
      const html = decode(bytes);
      expect(html).toContain(`<p>${text}</p><script type="intent:">${code}</script>`);
      if (code) expect(sources).toContain(await hash(code));
      expect(html.startsWith(`<!DOCTYPE html><html lang="en"><head><script>`)).toBe(true);
      expect(html.endsWith("</script></body></html>")).toBe(true);
    }),
    { numRuns: countRuns(2000) },
  );
});

test("a page for one reader keeps its nonces, and its first script has one", () => {
  const html = finishPrivatePage(write(`<script nonce="${nonce}">one()</script>`), nonce);
  expect(html).toContain(`<head><script nonce="${nonce}">`);
  expect(html).toContain(`<script nonce="${nonce}">one()</script>`);
});
