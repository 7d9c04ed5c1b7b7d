/** Saving while somebody types: one save at a time, first on the device, and never over what is typed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bareArticle } from "#tests/bare-article.ts";
import type { Answer, Newest } from "#app/writing-kit/saving/answers.ts";
import { insightGroups } from "#app/writing-kit/merge/merge-drafts.ts";
import { savePause, Saver } from "#app/writing-kit/saving/saver.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = {
  slug: "one",
  title: "One",
  dek: "",
  categoryId: "c",
  authorIds: ["a"],
  tagIds: [],
  markdown: "First.\n\nSecond.",
  ...bareArticle,
} as unknown as InsightDraft;

function makeNewest(overrides: Partial<Newest> = {}, markdown = draft.markdown): Newest {
  return {
    version: 1,
    status: "draft",
    publishAt: null,
    unpublishAt: null,
    trashedAt: null,
    editedAt: 0,
    editedBy: "Eve",
    isShown: true,
    readAt: 0,
    shownSlug: "one",
    draft: { ...draft, markdown },
    ...overrides,
  };
}

/** A saver whose server answers when the test says so, and what reached it and the device. */
function start(
  keep = vi.fn(async () => {}),
  flush = () => {},
  typed: { fields: Partial<InsightDraft>; isLate: boolean } | null = null,
) {
  const sent: { version: number; draft: InsightDraft; answer: (answer: Answer) => Promise<void> }[] = [];
  const shown: string[] = [];
  const saver = new Saver(makeNewest(), {
    send: ({ version, draft: saved }) =>
      new Promise((resolve) => {
        sent.push({
          version,
          draft: saved,
          async answer(answer) {
            resolve(answer);
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
    keep,
    show: (markdown, by) => shown.push(by === "others" ? markdown : `${by}: ${markdown}`),
    flush,
    now: Date.now,
    typed,
    groups: insightGroups,
  });
  const { draft: _, ...facts } = makeNewest();
  const take = (at: number, version: number) => sent[at]?.answer({ kind: "done", facts: { ...facts, version } });
  const wait = (time = savePause) => vi.advanceTimersByTimeAsync(time);
  return { saver, sent, shown, keep, take, wait };
}

test("a text is saved two seconds after the last key, and is on the device before", async () => {
  const { saver, sent, keep, take, wait } = start();
  saver.edit({ markdown: "F" });
  await wait(savePause - 1);
  expect(keep).toHaveBeenCalledTimes(1);
  saver.edit({ markdown: "Fi" });
  await wait(savePause - 1);
  expect(sent).toEqual([]);
  expect(keep).toHaveBeenLastCalledWith(expect.objectContaining({ draft: { ...draft, markdown: "Fi" }, base: draft }));
  await wait(1);
  expect(sent.map(({ version, draft: { markdown } }) => [version, markdown])).toEqual([[1, "Fi"]]);
  expect(saver.read()).toMatchObject({ phase: "saving", isCopied: true });
  await take(0, 2);
  expect(saver.read()).toMatchObject({ phase: "saved", newest: { version: 2 } });
  expect(keep).toHaveBeenLastCalledWith(null);
});

test("what is typed while a save is under way stays, and is the next save", async () => {
  const { saver, sent, shown, take, wait } = start();
  saver.edit({ markdown: "One" });
  await wait();
  saver.edit({ markdown: "One two" });
  await wait(10 * savePause);
  expect(sent).toHaveLength(1);
  await take(0, 2);
  expect(saver.read().draft.markdown).toBe("One two");
  await wait();
  expect(sent.map(({ version, draft: { markdown } }) => [version, markdown])).toEqual([
    [1, "One"],
    [2, "One two"],
  ]);
  await take(1, 3);
  expect([saver.read().phase, shown]).toEqual(["saved", []]);
});

test("a save that comes too late merges what does not touch, says so, and saves the whole", async () => {
  const { saver, sent, shown, take, wait } = start();
  saver.edit({ markdown: "First, mine.\n\nSecond." });
  await wait();
  saver.edit({ markdown: "First, mine again.\n\nSecond." });
  await sent[0]?.answer({ kind: "late", message: "", newest: makeNewest({ version: 5 }, "First.\n\nSecond, hers.") });
  expect(shown).toEqual(["First, mine again.\n\nSecond, hers."]);
  expect(saver.read().merged).toMatchObject({ by: "Eve" });
  await wait();
  expect(sent[1]).toMatchObject({ version: 5, draft: { markdown: shown[0] } });
  await take(1, 6);
  expect(saver.read().phase).toBe("saved");
});

test("where both changed one paragraph nothing is replaced or saved before somebody decides", async () => {
  const { saver, sent, shown, wait, take } = start();
  saver.edit({ markdown: "Mine.\n\nSecond." });
  await wait();
  const theirs = makeNewest({ version: 2 }, "Hers.\n\nSecond.");
  await sent[0]?.answer({ kind: "late", message: "", newest: theirs });
  saver.edit({ markdown: "Mine, still.\n\nSecond." });
  await wait(100 * savePause);
  expect([saver.read().phase, sent.length, shown]).toEqual(["torn", 1, []]);
  const compared = saver.compare();
  expect(compared?.merged.parts[0]).toEqual({ base: "First.", mine: "Mine, still.", theirs: "Hers." });
  saver.decide({ ...draft, markdown: "Both.\n\nSecond." }, compared?.newest ?? theirs);
  await wait(0);
  expect(sent[1]).toMatchObject({ version: 2, draft: { markdown: "Both.\n\nSecond." } });
  await take(1, 3);
  expect(saver.read().phase).toBe("saved");
});

test("a decision against an older text than the newest does not save over the newest", async () => {
  const { saver, sent, wait } = start();
  saver.edit({ markdown: "Mine.\n\nSecond." });
  await wait();
  await sent[0]?.answer({ kind: "late", message: "", newest: makeNewest({ version: 2 }, "Hers.\n\nSecond.") });
  const compared = saver.compare();
  saver.learn(makeNewest({ version: 3 }, "Hers.\n\nSecond, later."));
  if (compared) saver.decide({ ...draft, markdown: "Mine.\n\nSecond." }, compared.newest);
  await wait(0);
  expect(sent[1]).toMatchObject({ version: 2 });
  await sent[1]?.answer({ kind: "late", message: "", newest: makeNewest({ version: 3 }, "Hers.\n\nSecond, later.") });
  expect(saver.read().draft.markdown).toBe("Mine.\n\nSecond, later.");
});

test("the answer to our own save that was lost is no conflict", async () => {
  const { saver, sent, wait } = start();
  saver.edit({ markdown: "First, on.\n\nSecond." });
  await wait();
  await sent[0]?.answer({ kind: "unreachable", isOffline: true });
  expect(saver.read().phase).toBe("unreachable");
  saver.edit({ markdown: "First, on and on.\n\nSecond." });
  await wait(5000);
  await sent[1]?.answer({ kind: "late", message: "", newest: makeNewest({ version: 2 }, "First, on.\n\nSecond.") });
  expect(saver.read()).toMatchObject({ merged: null, draft: { markdown: "First, on and on.\n\nSecond." } });
  await wait();
  expect(sent[2]).toMatchObject({ version: 2, draft: { markdown: "First, on and on.\n\nSecond." } });
});

test("a server that does not answer is asked again, more and more seldom, and at once when the network is back", async () => {
  const { saver, sent, wait, take } = start();
  saver.edit({ markdown: "One" });
  await wait();
  for (const [at, pause] of [5000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
    await sent[at]?.answer({ kind: "unreachable", isOffline: false });
    await wait(pause - 1);
    expect(sent).toHaveLength(at + 1);
    await wait(1);
    expect(sent).toHaveLength(at + 2);
  }
  await sent[6]?.answer({ kind: "unreachable", isOffline: false });
  void saver.resume();
  await wait(0);
  expect(sent).toHaveLength(8);
  await take(7, 2);
  expect(saver.read().phase).toBe("saved");
});

test("a field that is refused keeps its former value on the server, and everything else is saved", async () => {
  const { saver, sent, wait, take } = start();
  saver.edit({ slug: "Not a slug", markdown: "One" });
  await wait();
  await sent[0]?.answer({ kind: "invalid", faults: { slug: "Small letters." } });
  await wait(0);
  expect(sent[1]?.draft).toMatchObject({ slug: "one", markdown: "One" });
  await take(1, 2);
  expect(saver.read()).toMatchObject({
    phase: "refused",
    faults: { slug: "Small letters." },
    draft: { slug: "Not a slug" },
  });
  saver.edit({ slug: "a-slug" });
  await wait();
  expect(sent[2]?.draft).toMatchObject({ slug: "a-slug" });
  await take(2, 3);
  expect(saver.read()).toMatchObject({ phase: "saved", faults: {} });
});

test.each([
  { what: "an address", refused: { slug: "taken" }, better: { slug: "free" }, fault: { slug: "Taken." } },
  { what: "a text", refused: { markdown: "<" }, better: { markdown: "One" }, fault: { markdown: "Too deep." } },
])(
  "$what that was mended while it was on its way is not refused for what it was",
  async ({ refused, better, fault }) => {
    const { saver, sent, wait, take } = start();
    saver.edit(refused);
    await wait();
    saver.edit(better);
    await sent[0]?.answer({ kind: "invalid", faults: fault as Record<string, string> });
    expect(saver.read().faults).toEqual({});
    await wait(0);
    expect(sent[1]?.draft).toMatchObject(better);
    await take(1, 2);
    expect(saver.read()).toMatchObject({ phase: "saved", faults: {}, draft: better });
  },
);

test("what is refused as it was before is not sent again and again", async () => {
  const { saver, sent, wait } = start();
  saver.edit({ markdown: "One" });
  await wait();
  await sent[0]?.answer({ kind: "invalid", faults: { slug: "Taken." } });
  await wait(100 * savePause);
  expect(sent).toHaveLength(1);
  expect(saver.read()).toMatchObject({ phase: "refused", draft: { markdown: "One" } });
});

test("a field that was taken back while it was refused leaves nothing to save", async () => {
  const { saver, sent, wait } = start();
  saver.edit({ slug: "taken" });
  await wait();
  saver.edit({ slug: "one" });
  await sent[0]?.answer({ kind: "invalid", faults: { slug: "Taken." } });
  await wait();
  expect(saver.read()).toMatchObject({ phase: "saved", faults: {} });
  expect(sent).toHaveLength(1);
});

test.each(["signed-out", "forbidden", "gone"] as const)(
  "%s: the text stays, on the page and on the device",
  async (kind) => {
    const { saver, sent, wait, keep } = start();
    saver.edit({ markdown: "One" });
    await wait();
    await sent[0]?.answer({ kind });
    saver.edit({ markdown: "One two" });
    await wait(100 * savePause);
    expect([saver.read().phase, sent.length]).toEqual([kind, 1]);
    expect(keep).toHaveBeenLastCalledWith(expect.objectContaining({ draft: { ...draft, markdown: "One two" } }));
    void (kind === "signed-out" ? saver.resume() : saver.retry());
    await wait(0);
    expect(sent[1]?.draft.markdown).toBe("One two");
  },
);

test("a browser that keeps nothing is told of, and the text is saved all the same", async () => {
  const { saver, sent, wait } = start(vi.fn(() => Promise.reject(new Error("blocked"))));
  saver.edit({ markdown: "One" });
  await wait();
  expect(saver.read().isCopied).toBe(false);
  expect(sent).toHaveLength(1);
});

test("a page that is left saves at once what is not saved", async () => {
  const { saver, sent, wait, take } = start();
  saver.edit({ markdown: "One" });
  const stopped = saver.stop();
  await wait(0);
  expect(sent[0]?.draft.markdown).toBe("One");
  await take(0, 2);
  await stopped;
  expect(saver.hasWords()).toBe(false);
});

test("what was typed and is not told yet is asked for before a text of others is merged", async () => {
  let pending: string | null = null;
  const { saver, shown } = start(undefined, () => {
    if (pending !== null) saver.edit({ markdown: pending });
    pending = null;
  });
  pending = "First, mine.\n\nSecond.";
  saver.learn(makeNewest({ version: 2 }, "First.\n\nSecond, hers."));
  expect(shown).toEqual(["First, mine.\n\nSecond, hers."]);
  pending = "First, mine again.\n\nSecond, hers.";
  expect(saver.halt()).toBe(true);
  expect(saver.read().draft.markdown).toBe("First, mine again.\n\nSecond, hers.");
});

test("a form that came too late asks about every field in which a colleague's differs, and about no other", async () => {
  const { saver } = start(undefined, undefined, {
    fields: { ...draft, title: "Old", featured: true, cover: null },
    isLate: true,
  });
  expect(saver.read().phase).toBe("torn");
  expect(saver.compare()?.merged).toMatchObject({
    fields: [
      { name: "Title", mine: { title: "Old" }, theirs: { title: "One" } },
      { name: "Lead article", mine: { featured: true }, theirs: { featured: false } },
    ],
    parts: [draft.markdown],
  });
  saver.learn(makeNewest({ version: 2, draft: { ...draft, tagIds: ["new"] } as unknown as InsightDraft }));
  expect(saver.compare()?.merged.fields.map(({ name }) => name)).toEqual(["Title", "Tags", "Lead article"]);
});
