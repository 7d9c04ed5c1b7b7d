/** The names of the motifs that app/art draws covers of, for code that does not draw. */
export const coverMotifNames = [
  "streams",
  "healthcare",
  "manufacturing",
  "finserv",
  "renewableEnergy",
  "pharmaceutical",
  "technology",
  "artificialIntelligence",
  "cloudEngineering",
  "applicationLifecycle",
  "platforms",
  "dataAnalytics",
  "infrastructureSecurity",
  "infrastructure",
  "gcc",
  "microsoft",
  "partners",
] as const;

/** The cover of an article that nobody chose one for: the same for the same text. */
export function pickCover(seed: string) {
  const sum = Array.from(seed).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const motif = coverMotifNames[sum % coverMotifNames.length] ?? coverMotifNames[0];
  return { motif, seed, lead: null, density: 1 };
}
