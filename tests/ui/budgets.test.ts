import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createArticleMarkdown } from "#shared/insights/article-markdown.ts";
import { makeFreeSlug, makeSlug } from "#shared/text/make-slug.ts";
import { normalizeText } from "#shared/text/normalize-text.ts";
import { nameUniquely } from "#worker/privacy/name-uniquely.ts";

/** A map that counts what it is asked. */
class CountingMap extends Map<string, number> {
  asked = 0;
  override has(key: string): boolean {
    this.asked += 1;
    return super.has(key);
  }
  override get(key: string): number | undefined {
    this.asked += 1;
    return super.get(key);
  }
}

function countHeadings(source: string): number {
  const ids = new CountingMap();
  createArticleMarkdown().parse(source, { article: { contents: [], ids } });
  return ids.asked;
}

test("twice as many equal headings ask twice as often for a free id", () => {
  const sources = [
    (count: number) => "# Same\n".repeat(count),
    (count: number) =>
      Array.from({ length: count }, (_, at) => `# Same ${at + 2}\n`).join("") + "# Same\n".repeat(count),
    (count: number) => "# Same\n\n# Same 2\n\n# Main\n\n".repeat(count),
  ];
  for (const make of sources) expect(countHeadings(make(1000)) / countHeadings(make(500))).toBeLessThan(2.2);
});

test("ids of equal headings are the ones that they were", () => {
  const ids = new Map<string, number>();
  createArticleMarkdown().parse("# A\n\n# A 2\n\n# A\n\n# A\n\n# A 2\n", { article: { contents: [], ids } });
  expect([...ids.keys()]).toEqual(["a", "a-2", "a-3", "a-4", "a-2-2"]);
});

test("twice as many equal addresses, or files of one name, are asked for twice as often", () => {
  const count = (much: number) => {
    const taken = new CountingMap();
    for (let at = 0; at < much; at += 1) makeFreeSlug("same", taken);
    return taken.asked;
  };
  expect(count(1000) / count(500)).toBeLessThan(2.2);
  const name = nameUniquely();
  const has = vi.spyOn(Map.prototype, "has");
  for (let at = 0; at < 500; at += 1) name("cv.pdf");
  expect(has.mock.calls.length).toBeLessThan(1100);
  has.mockRestore();
  expect(name("CV.pdf")).toBe("CV (501).pdf");
});

test("marks without end come to be put into order in runs of at most 30", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  for (const marks of ["\u0316\u0301".repeat(5000), `a${"\uFF9E\u0301".repeat(5000)}`, "\u0344".repeat(5000)]) {
    makeSlug(marks);
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) normalizeText(`b${marks}c`, form);
  }
  const longest = normalize.mock.contexts.map((text) =>
    Math.max(0, ...Array.from(String(text).matchAll(/[\p{M}\uFF9E\uFF9F]+/gu), ([run]) => longestPart(run))),
  );
  normalize.mockRestore();
  expect(longest.length).toBeGreaterThan(14);
  expect(Math.max(...longest)).toBe(30);
});

/** The joiner is a mark that others do not pass. */
function longestPart(run: string): number {
  return Math.max(...run.split("\u034F").map(({ length }) => length));
}

test("text with usual marks is normalised as it was", () => {
  for (const text of ["Ångström e\u0301", "שָׁלוֹם", "ﬁ ①", `z${"\u0301".repeat(30)}`])
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
      expect(normalizeText(text, form)).toBe(text.normalize(form));
});

test("no other file of the product normalises text by itself", () => {
  const files = ["app", "shared", "worker"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).flatMap((file) =>
      /\.tsx?$/.test(file) ? [`${root}/${file}`] : [],
    ),
  );
  const found = files.filter((file) =>
    /\.\s*normalize\(["']NF|\.normalize\((?:\)|form)/.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual(["shared/text/normalize-text.ts"]);
});
