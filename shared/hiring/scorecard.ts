/** Scorecards: what interviewers score after an interview. */

export const verdicts = ["strong-no", "no", "yes", "strong-yes"] as const;
export type Verdict = (typeof verdicts)[number];
export const verdictNames: Record<Verdict, string> = {
  "strong-no": "Strong no",
  no: "No",
  yes: "Yes",
  "strong-yes": "Strong yes",
};

/** One criterion of a scorecard. `criterion` is in the words of the job when it was scored. */
export interface Score {
  criterion: string;
  /** 1 to 5; null where it was not asked. */
  score: number | null;
  evidence: string;
}

export const bestScore = 5;

/** The criteria of a job that has none of its own. */
export const usualCriteria: readonly string[] = [
  "Skills that the job needs",
  "Solves problems",
  "Explains clearly",
  "Works well with others",
  "Wants this job",
];

export const mostCriteria = 10;
/** Most characters, as `maxlength` counts them. */
export const longestCriterion = 120;
export const longestEvidence = 500;
export const longestVerdictNote = 4000;

/** The criteria of a job, from the column `criteria` of its row. */
export function readCriteria(json: string | null): readonly string[] {
  return json === null ? usualCriteria : (JSON.parse(json) as string[]);
}

/** What is stored for `criteria`: null where they are the usual ones, or none. */
export function writeCriteria(criteria: readonly string[]): string | null {
  const isUsual = criteria.length === usualCriteria.length && criteria.every((each, at) => each === usualCriteria[at]);
  return isUsual || criteria.length === 0 ? null : JSON.stringify(criteria);
}

export function isVerdict(text: string): text is Verdict {
  return (verdicts as readonly string[]).includes(text);
}
