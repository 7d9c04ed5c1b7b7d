import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { readSession, subscribeSession } from "#app/client/session-client.ts";
import { readAnswer, type Refusal } from "#app/shared/refusal.ts";
import { holdPage } from "#app/staff/departure.ts";
import type { ArticleEditorHandle } from "../editor/types.ts";
import { readCalmly } from "../saving/calm-state.ts";
import { dropCopy, holdCopy, keepCopy } from "../saving/local-copies.ts";
import type { SaverState } from "../saving/saver-state.ts";
import { startSaver, type Saver } from "../saving/saver.ts";
import { sendChange } from "../saving/send-change.ts";
import type { ArticleView } from "./article.tsx";
import { takeSlugTypedEarly } from "./typed-early.ts";

/** The saver of a page, and what it says; a key in the text is no news (`readCalmly`). */
export function useSaver(
  { id, account, newest }: ArticleView,
  { editor, refused }: { editor: RefObject<ArticleEditorHandle | null>; refused: Refusal | null },
): { saver: Saver; state: SaverState } {
  const [copyId] = useState(() => crypto.randomUUID());
  const [saver] = useState(() =>
    startSaver(newest, {
      send: async (save, options) => {
        // Somebody else has signed in: it would be saved in their name.
        const user = readSession()?.user.id;
        if (user !== undefined && user !== account.id) return { kind: "signed-out" };
        return sendChange(id, { intent: "save", ...save }, options);
      },
      keep: (copy) =>
        copy === null ? dropCopy(copyId) : keepCopy({ ...copy, id: copyId, account: account.id, article: id }),
      show: (markdown, by) => editor.current?.replace(markdown, by),
      flush: () => editor.current?.flush(),
      now: Date.now,
      typed:
        refused?.answers?.["markdown"] === undefined
          ? null
          : { fields: readFields(refused), isLate: refused.status === 409 },
    }),
  );
  const [read] = useState(() => readCalmly(saver.read));
  const state = useSyncExternalStore(saver.subscribe, read, read);

  useEffect(() => {
    saver.start();
    const release = holdCopy(copyId);
    const slug = takeSlugTypedEarly();
    if (slug !== null) saver.edit({ slug });
    const leave = () => void saver.save({ isLeaving: true });
    const onHidden = () => document.hidden && leave();
    const goOn = () => void saver.resume();
    // Only where neither the site nor this device has what was typed.
    const warn = (event: BeforeUnloadEvent) => saver.read().isCopied === false && event.preventDefault();
    document.addEventListener("visibilitychange", onHidden);
    addEventListener("pagehide", leave);
    addEventListener("online", goOn);
    addEventListener("beforeunload", warn);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      removeEventListener("pagehide", leave);
      removeEventListener("online", goOn);
      removeEventListener("beforeunload", warn);
      void saver.stop().finally(release);
    };
  }, [saver, copyId]);

  useEffect(
    () =>
      holdPage(
        () => saver.halt(),
        saver.hasWords,
        () => saver.save(),
      ),
    [saver],
  );

  useEffect(
    () =>
      subscribeSession(() => {
        if (readSession()?.user.id === account.id) void saver.resume();
      }),
    [saver, account.id],
  );

  // What another load of the page's data has brought.
  useEffect(() => saver.learn(newest), [saver, newest]);

  return { saver, state };
}

/** The fields that a form without script has. */
type PlainFields = Pick<PostDraft, "title" | "dek" | "slug" | "markdown">;

/** What a form without script has sent and was not saved. */
function readFields({ answers }: Refusal): Partial<PlainFields> {
  const names = ["title", "dek", "slug", "markdown"] as const;
  const sent = names.map((name) => [name, readAnswer(answers, name)?.replaceAll("\r\n", "\n")]);
  return Object.fromEntries(sent.filter(([, text]) => text !== undefined)) as Partial<PlainFields>;
}
