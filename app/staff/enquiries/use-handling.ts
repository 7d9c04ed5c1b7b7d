import { type FormEvent, startTransition, useEffect, useEffectEvent, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useBusy } from "#app/staff/lists/use-busy.ts";
import type { EnquiryView } from "./enquiry-view.ts";

/** One change, with what the controls showed. */
interface Asked {
  status: string;
  owner: string;
  /** What its form held when it was sent; null for a choice, which is sent by itself. */
  fields: Readonly<Record<string, string>> | null;
}

interface Sent {
  asked: Asked;
  /** Of the enquiry, before the change. */
  version: number;
  isAnswered: boolean;
}

const notSent = "Not stored: what you asked for last of the enquiry that you left. Open it to see how it stands.";

export type Handling = ReturnType<typeof useHandling>;

/**
 * How the controls of an enquiry stand, and how changes of it are sent: one at a time, as each one raises its version. What
 * is asked for meanwhile follows, unless the one before it is refused; who leaves meanwhile sees what was not sent.
 * @param action where they post to
 */
export function useHandling(view: EnquiryView, refused: Refusal | null, action: string) {
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const isPosting = useBusy(action);
  const [sent, setSent] = useState<Sent | null>(null);
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  /** What was stored last. */
  const [stored, setStored] = useState<Asked | null>(null);
  const { status, owner } = waiting.at(-1) ?? sent?.asked ?? readHandling(view, refused);
  const isQueued = sent !== null || waiting.length > 0;

  const [first] = waiting;
  if (isIdle && sent?.isAnswered) {
    setSent(null);
    if (refused || view.version <= sent.version) setWaiting([]);
    else setStored(sent.asked);
  } else if (isIdle && sent === null && first) {
    setSent({ asked: first, version: view.version, isAnswered: false });
    setWaiting(waiting.slice(1));
  }

  const send = useEffectEvent(async (change: Sent) => {
    const { fields, ...chosen } = change.asked;
    const posted = { ...(fields ?? { intent: "handle", ...chosen }), version: String(view.version) };
    try {
      await submit(posted, { method: "post", action, replace: true, preventScrollReset: true });
    } finally {
      // Not before the page with the answer.
      startTransition(() => setSent((now) => (now === change ? { ...now, isAnswered: true } : now)));
    }
  });
  const due = sent?.isAnswered === false ? sent : null;
  useEffect(() => {
    if (due) void send(due);
  }, [due]);

  const tellLost = useEffectEvent(() => {
    if (waiting.length > 0) showToast({ text: notSent, tone: "error" });
  });
  useEffect(() => () => tellLost(), []);

  function choose(part: Partial<Pick<Asked, "status" | "owner">>) {
    const isLastChoice = waiting.at(-1)?.fields === null;
    setWaiting([...waiting.slice(0, isLastChoice ? -1 : undefined), { status, owner, ...part, fields: null }]);
  }
  /** Of the forms of the panel. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    // A second click on its button is not a second note.
    if (![sent?.asked, ...waiting].some((each) => each?.fields?.["intent"] === fields["intent"]))
      setWaiting([...waiting, { status, owner, fields }]);
  }
  const isBusy = [sent?.asked, ...waiting].some((each) => each?.fields);
  return { status, owner, choose, onSubmit, isSending: isQueued || isPosting, isBusy, stored };
}

/** What the controls show: how the enquiry stands, or what a refused form would have made of it. */
export function readHandling(view: EnquiryView, refused: Refusal | null) {
  const isRefused = ["save", "handle"].includes(readAnswer(refused?.answers, "intent") ?? "");
  const read = (name: "status" | "owner" | "note", now: string) =>
    isRefused ? (readAnswer(refused?.answers, name) ?? now) : now;
  return { status: read("status", view.status), owner: read("owner", view.owner), note: read("note", "") };
}
