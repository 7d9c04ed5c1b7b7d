import { useState } from "react";
import { flushSync } from "react-dom";
import type { Saver } from "#app/writing-kit/saving/saver.ts";
import { changeList } from "./change-list.ts";
import type { NewestOpening } from "./newest-opening.ts";

/** Makes the steps of a job's lists on its page; `said` is what a screen reader hears of the last one. */
export function useListSteps(saver: Pick<Saver<NewestOpening>, "read" | "edit">) {
  const [said, setSaid] = useState("");
  function makeStep(step: string) {
    const { draft } = saver.read();
    const next = changeList(draft, step, () => crypto.randomUUID());
    if (next === draft) return;
    const [list = "", at = "", move = ""] = step.split(".");
    const name = list as "places" | "questions" | "stages";
    const to = Number(at) + (move === "up" ? -1 : 1);
    flushSync(() => saver.edit({ [name]: next[name] }));
    setSaid(describeStep(step, to));
    const added = name === "stages" ? next[name].length - 2 : next[name].length - 1;
    focusStep(move === "" ? { list, added } : move === "remove" ? { list } : { list, button: `${list}.${to}.${move}` });
  }
  return { said, makeStep };
}

const nouns: Record<string, string> = { places: "Place", questions: "Question", stages: "Stage" };

function describeStep(step: string, to: number): string {
  const [list = "", at = "", move = ""] = step.split(".");
  const noun = nouns[list] ?? "";
  if (at === "add") return `${noun} added.`;
  return move === "remove"
    ? `${noun} ${Number(at) + 1} removed.`
    : `${noun} ${Number(at) + 1} is now number ${to + 1}.`;
}

/** The focus stays with what was moved, goes into what was added, and to the list where something was taken away. */
function focusStep({ list, button, added }: { list: string; button?: string; added?: number }): void {
  const field = { places: "city", questions: "label", stages: "name" }[list] ?? "";
  const wanted =
    button !== undefined
      ? `button[value="${button}"]`
      : added !== undefined
        ? `[name="${list}[${added}].${field}"]`
        : `#job-${list}`;
  document.querySelector<HTMLElement>(wanted)?.focus();
}
