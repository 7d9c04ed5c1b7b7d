import { expect, test } from "vitest";
import { describeLoss } from "#shared/insights/losses.ts";
import { nameMarkdown } from "#app/staff/imports/flow/name-pictures.ts";
import { hasLosses, standOf } from "#app/staff/imports/flow/plan.ts";
import { planForeign } from "#app/staff/imports/flow/plan-foreign.ts";
import type { ImportedPost } from "#app/staff/imports/imported-post.ts";

const post: ImportedPost = {
  key: "https://old.example/?p=1",
  place: "line 12",
  title: "A title",
  slug: "a-title",
  dek: "",
  markdown: "Text.",
  status: "published",
  publishedAt: 1,
  updatedAt: 2,
  authors: ["ada"],
  categories: ["News", "Cloud"],
  tags: ["Cost", "Cloud"],
  cover: null,
  coverAlt: null,
  pictures: [],
  oldPaths: ["/2019/a-title/", "/?p=1", "/", "/2019/a-title"],
  seoTitle: "",
  seoDescription: "",
  canonicalUrl: null,
  noindex: false,
  losses: [],
};

test("the first category stays one, the others become tags, and old addresses are counted once", async () => {
  const planned = await planForeign(post, "wordpress");
  expect(planned.category).toBe("News");
  expect(planned.tags).toEqual(["Cloud", "Cost"]);
  expect(planned.oldPaths).toEqual(["/2019/a-title", "/?p=1"]);
  expect(planned.losses).toEqual([]);
});

test("the same post has the same marks, whenever it is read; a changed text has another fingerprint", async () => {
  const first = await planForeign(post, "wordpress");
  const later = await planForeign({ ...post, updatedAt: 9, place: "line 99" }, "wordpress");
  const changed = await planForeign({ ...post, markdown: "Another." }, "wordpress");
  const elsewhere = await planForeign(post, "markdown\nblog.zip");
  expect([later.key, later.fingerprint]).toEqual([first.key, first.fingerprint]);
  expect(changed.key).toBe(first.key);
  expect(changed.fingerprint).not.toBe(first.fingerprint);
  expect(elsewhere.key).not.toBe(first.key);
});

test("what an article cannot have is named as a loss", async () => {
  const tags = Array.from({ length: 25 }, (_, index) => `tag ${index}`);
  const large = { ...post, title: "", dek: "x".repeat(400), tags, cover: "/a.jpg", slug: "Not a slug!" };
  const planned = await planForeign(large, "ghost");
  const words = planned.losses.map(describeLoss).join("; ");
  for (const part of ["summary", "6 of 26 tags", "no title", "no description"]) expect(words).toContain(part);
  expect([planned.status, planned.wanted, planned.tags.length]).toEqual(["draft", "not-a-slug", 20]);
  expect(hasLosses({ ...planned, slug: "a", standing: "new", takenPaths: [] })).toBe(true);
});

test("a post is new, known, changed or back from the trash", () => {
  const here = { key: "k", fingerprint: "f", slug: "s", isEdited: false, isInTrash: false };
  const now = { fingerprint: "f", status: "published" as const };
  expect(standOf(undefined, now)).toBe("new");
  expect(standOf(here, now)).toBe("known");
  expect(standOf(here, { ...now, fingerprint: "g" })).toBe("changed");
  expect(standOf({ ...here, isEdited: true }, { ...now, fingerprint: "g" })).toBe("edited");
  expect(standOf({ ...here, isInTrash: true }, now)).toBe("trash");
  expect(standOf({ ...here, isInTrash: true }, { ...now, status: "trash" })).toBe("known");
});

test("pictures get their addresses here, wherever the text names them, and nothing else does", () => {
  const found = new Map([
    ["/a.png", { src: "/media/1", isStill: true }],
    ["/a.png?x=(1)", { src: "/media/2", isStill: true }],
    ["https://old.example/b $&.png", { src: "/media/3", isStill: true }],
  ]);
  const text = [
    '![A](/a.png) and ![B](/a.png?x=(1) "t")',
    "[big](</a.png>) ![C](<https://old.example/b $&.png>)",
    "![D](/a.png.bak) /a.png `/a.png`",
    "[ref]: /a.png",
  ].join("\n");
  expect(nameMarkdown(text, found).split("\n")).toEqual([
    '![A](/media/1) and ![B](/media/2 "t")',
    "[big](</media/1>) ![C](</media/3>)",
    "![D](/a.png.bak) /a.png `/a.png`",
    "[ref]: /media/1",
  ]);
});
