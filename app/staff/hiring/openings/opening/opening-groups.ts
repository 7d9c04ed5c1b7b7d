import type { FieldGroups } from "#app/writing-kit/merge/merge-drafts.ts";
import type { Draft } from "./newest-opening.ts";

/** What of a job is merged together, by field. */
export const openingGroups: FieldGroups<Draft> = [
  { name: "Title", keys: ["title"] },
  { name: "Summary", keys: ["summary"] },
  { name: "Address", keys: ["slug"] },
  { name: "Requisition id", keys: ["requisitionId"] },
  { name: "Department", keys: ["department"] },
  { name: "Workplace", keys: ["workplace"] },
  { name: "Employment", keys: ["employment"] },
  { name: "Openings", keys: ["openings"] },
  { name: "Pay", keys: ["pay"] },
  { name: "Places", keys: ["places"] },
  { name: "Countries", keys: ["remoteCountries"] },
  { name: "Closing day", keys: ["closesAt"] },
  { name: "Questions", keys: ["questions"] },
  { name: "Stages", keys: ["stages"] },
  { name: "Criteria", keys: ["criteria"] },
  { name: "Team", keys: ["team"] },
];

/** The value of some fields in words. */
export function describeOpeningPatch(patch: Partial<Draft>, people: readonly { id: string; name: string }[]): string {
  const { pay, places, remoteCountries, closesAt, questions, stages, criteria, team } = patch;
  const words = [
    patch.title,
    patch.summary,
    patch.slug,
    patch.requisitionId,
    patch.department,
    patch.workplace,
    patch.employment,
    patch.openings,
    pay && `${pay.min ?? "?"} to ${pay.max ?? "?"} ${pay.currency} a ${pay.period}`,
    places?.map(({ city, country }) => `${city} ${country}`).join(", "),
    remoteCountries?.join(", "),
    closesAt && new Date(closesAt).toISOString().slice(0, 10),
    questions?.map(({ label }) => label || "A question").join("; "),
    stages?.map(({ name }) => name).join(", "),
    criteria?.join(", "),
    team?.map((id) => people.find((one) => one.id === id)?.name ?? "somebody who is gone").join(", "),
  ];
  return words.filter(Boolean).join(". ") || "None";
}
