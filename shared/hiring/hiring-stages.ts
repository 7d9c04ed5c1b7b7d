/** The stages of an application, and how it may end. */

export interface Stage {
  /** Stored with each application; it stays when the stage is renamed. Small letters, digits and hyphens, at most 40. */
  key: string;
  name: string;
  /** Keys of the stages that an application may be moved to from here. Every stage also leads to an end. */
  leadsTo: readonly string[];
}

/** The first and the last stage of every job. */
export const firstStage = "new";
export const hiredStage = "hired";

/** The ends of an application other than being hired. */
export const endings = ["rejected", "withdrawn"] as const;
export type Ending = (typeof endings)[number];
export const endingNames: Record<Ending, string> = { rejected: "Rejected", withdrawn: "Withdrawn" };

const between = ["screening", "interview", "offer"];

/** The stages of a job that has none of its own. Nobody is hired before there was an offer. */
export const usualStages: readonly Stage[] = [
  { key: firstStage, name: "New", leadsTo: between },
  { key: "screening", name: "Screening", leadsTo: [firstStage, "interview", "offer"] },
  { key: "interview", name: "Interview", leadsTo: [firstStage, "screening", "offer"] },
  { key: "offer", name: "Offer", leadsTo: [firstStage, "screening", "interview", hiredStage] },
  { key: hiredStage, name: "Hired", leadsTo: ["offer"] },
];

/** Most stages of one job. */
export const mostStages = 12;

/** A stage as its job's editor writes it. */
export type NamedStage = Pick<Stage, "key" | "name">;

/**
 * The stages of a job in their order, each leading to all others but the last: only the one before leads there, and only that
 * one back.
 */
function linkStages(named: readonly NamedStage[]): Stage[] {
  const last = named.at(-2)?.key;
  return named.map(({ key, name }) => {
    if (key === hiredStage) return { key, name, leadsTo: last === undefined ? [] : [last] };
    const others = named.filter((other) => other.key !== key && other.key !== hiredStage).map((other) => other.key);
    return { key, name, leadsTo: key === last ? [...others, hiredStage] : others };
  });
}

/** What is stored for `named`: null where they are the usual ones. */
export function writeStages(named: readonly NamedStage[]): string | null {
  const isUsual =
    named.length === usualStages.length &&
    named.every(({ key, name }, at) => key === usualStages[at]?.key && name === usualStages[at].name);
  return isUsual ? null : JSON.stringify(linkStages(named));
}

/** Why an application was rejected or withdrawn by staff; its key is stored. */
export const endReasons = {
  rejected: {
    experience: "Needs other experience",
    skills: "Lacks a skill the job needs",
    filled: "Somebody else was hired",
    pay: "No agreement about pay",
    permit: "May not work in that country",
    duplicate: "Sent twice",
    spam: "Not an application",
    other: "Another reason",
  },
  withdrawn: {
    "other-offer": "Took another offer",
    pay: "No agreement about pay",
    place: "Place or travel",
    "no-answer": "Did not answer",
    other: "Another reason",
  },
} as const satisfies Record<Ending, Record<string, string>>;

/** The stages of a job, from the column `stages` of its row. */
export function readStages(json: string | null): readonly Stage[] {
  return json === null ? usualStages : (JSON.parse(json) as Stage[]);
}

export function isEnding(stage: string): stage is Ending {
  return (endings as readonly string[]).includes(stage);
}

/** The name that staff read for `stage`; its key where the job has no such stage any more. */
export function nameStage(stages: readonly Stage[], stage: string): string {
  if (isEnding(stage)) return endingNames[stage];
  return stages.find(({ key }) => key === stage)?.name ?? stage;
}

/**
 * True where staff may move an application from one stage to another. What is rejected may be taken up again in any stage but
 * the last; who withdrew decided that themselves. A stage that the job no longer has leads to every one.
 */
export function mayMove(stages: readonly Stage[], from: string, to: string): boolean {
  if (from === to || from === "withdrawn") return false;
  if (isEnding(to)) return from !== hiredStage;
  if (!stages.some(({ key }) => key === to)) return false;
  if (from === "rejected") return to !== hiredStage;
  const stage = stages.find(({ key }) => key === from);
  return stage === undefined || stage.leadsTo.includes(to);
}
