import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { readSession, subscribeSession } from "#app/client/session-client.ts";
import { holdPage } from "../departure.ts";
import type { ArticleEditorHandle } from "../editor/types.ts";
import type { FieldGroups } from "../merge/merge-drafts.ts";
import type { Stored } from "./answers.ts";
import { readCalmly } from "./calm-state.ts";
import { dropCopy, holdCopy, keepCopy } from "./local-copies.ts";
import type { SaverState, SaverTools } from "./saver-state.ts";
import { Saver } from "./saver.ts";
import { sendChange } from "./send-change.ts";

/** What is written: an article, or a job. */
interface Written<Now extends Stored> {
  id: string;
  /** Who writes. */
  account: { id: string };
  newest: Now;
  /** The address of its changes, as JSON. */
  path: string;
  groups: FieldGroups<Now["draft"]>;
}

interface Page<Now extends Stored> {
  editor: RefObject<ArticleEditorHandle | null>;
  typed: SaverTools<Now>["typed"];
  /** What was typed into fields before script ran, and is lost to them; null for nothing. Called once. */
  takeTypedEarly: () => Partial<Now["draft"]> | null;
}

/** The saver of a page, and what it says; a key in the text is no news (`readCalmly`). */
export function useWriting<Now extends Stored>(
  { id, account, newest, path, groups }: Written<Now>,
  { editor, typed, takeTypedEarly }: Page<Now>,
): { saver: Saver<Now>; state: SaverState<Now> } {
  const [copyId] = useState(() => crypto.randomUUID());
  const [saver] = useState(
    () =>
      new Saver<Now>(newest, {
        send: async (save, options) => {
          // Somebody else has signed in: it would be saved in their name.
          const user = readSession()?.user.id;
          if (user !== undefined && user !== account.id) return { kind: "signed-out" };
          return sendChange<Now>(path, { intent: "save", ...save }, options);
        },
        keep: (copy) =>
          copy === null ? dropCopy(copyId) : keepCopy({ ...copy, id: copyId, account: account.id, article: id }),
        show: (markdown, by) => editor.current?.replace(markdown, by),
        flush: () => editor.current?.flush(),
        now: Date.now,
        typed,
        groups,
      }),
  );
  const [read] = useState(() => readCalmly(saver.read));
  const state = useSyncExternalStore(saver.subscribe, read, read);
  const [takeEarly] = useState(() => takeTypedEarly);

  useEffect(() => {
    saver.start();
    const release = holdCopy(copyId);
    const early = takeEarly();
    if (early !== null) saver.edit(early);
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
  }, [saver, copyId, takeEarly]);

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

  // Once it is stored it has an address like any other.
  const isStored = state.newest.version > 0;
  useEffect(() => {
    if (isStored && location.search === "?new") history.replaceState(history.state, "", location.pathname);
  }, [isStored]);

  // What another load of the page's data has brought.
  useEffect(() => saver.learn(newest), [saver, newest]);

  return { saver, state };
}
