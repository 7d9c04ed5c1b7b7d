// Bundle: apply
/** The fields of the form for applications, for browser and server. The rules are in application.ts, which no browser loads. */

/** Longest texts, in UTF-16 code units as `maxlength` counts them. */
export const applicationLimits = {
  name: 120,
  email: 254,
  phone: 40,
  place: 120,
  link: 300,
  links: 1600,
  coverNote: 8000,
  resumeText: 40_000,
  answer: 4000,
  source: 60,
  referrer: 200,
} as const;

/** Most addresses in the field of links. */
export const mostLinks = 5;

/** The name of the field of a question. */
export function nameQuestion(id: string): string {
  return `q-${id}`;
}

/** The hidden fields beside a file's own: the id of the upload that has it, and what the form says of it. */
export function nameUpload(field: string): { upload: string; about: string } {
  return { upload: `${field}-upload`, about: `${field}-about` };
}
