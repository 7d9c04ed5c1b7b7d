import type { Draft } from "./newest-opening.ts";

/** The parts of a job that are lists. */
const lists = ["places", "questions", "stages"] as const;
type ListName = (typeof lists)[number];

/**
 * `draft` after a step of one of its lists, such as "questions.add", "stages.2.up" or "places.0.remove"; the same one where the step changes nothing. The first and the last stage stay
 * where they are. `makeId` gives a UUID.
 */
export function changeList(draft: Draft, step: string, makeId: () => string): Draft {
  const [list = "", at = "", action = ""] = step.split(".");
  if (!isList(list)) return draft;
  if (at === "add") return { ...draft, [list]: addTo(draft, list, makeId) };
  const index = Number(at);
  const items: readonly unknown[] = draft[list];
  if (!Number.isInteger(index) || index < 0 || index >= items.length) return draft;
  const isFixed = (place: number) => list === "stages" && (place === 0 || place === items.length - 1);
  if (isFixed(index)) return draft;
  if (action === "remove") return { ...draft, [list]: items.toSpliced(index, 1) };
  const to = index + (action === "up" ? -1 : 1);
  if ((action !== "up" && action !== "down") || to < 0 || to >= items.length || isFixed(to)) return draft;
  return { ...draft, [list]: items.with(index, items[to]).with(to, items[index]) };
}

function isList(name: string): name is ListName {
  return (lists as readonly string[]).includes(name);
}

function addTo(draft: Draft, list: ListName, makeId: () => string): readonly unknown[] {
  if (list === "places")
    return [...draft.places, { city: "", region: null, country: draft.places.at(-1)?.country ?? "" }];
  if (list === "questions") {
    const question = {
      id: makeId(),
      kind: "yes-no",
      label: "",
      hint: "",
      isRequired: false,
      options: [],
      knockOut: null,
    };
    return [...draft.questions, question];
  }
  const names = new Set(draft.stages.map(({ name }) => name));
  let number = draft.stages.length;
  while (names.has(`Stage ${number}`)) number += 1;
  const stage = { key: `stage-${makeId().slice(-12)}`, name: `Stage ${number}` };
  return draft.stages.toSpliced(-1, 0, stage);
}
