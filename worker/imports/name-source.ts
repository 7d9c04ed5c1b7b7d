/** The system and the site that posts come from, as a key of items and pages: "wordpress old.example". */
export function nameSource(kind: string, site: string): string {
  return `${kind} ${site}`;
}
